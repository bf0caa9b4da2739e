import java.nio.file.Files;
import java.nio.file.Path;

/** Creates orders by CreateOrder.java in one process: a URL, then for each order its secret and the file of its body. */
class SignEach {
    public static void main(String[] arguments) throws Exception {
        for (int index = 1; index < arguments.length; index += 2) {
            byte[] body = Files.readAllBytes(Path.of(arguments[index + 1]));
            CreateOrder.createOrder(arguments[0], "sandbox-key", arguments[index], body);
        }
    }
}
