import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Creates an order of the body in the file which the first argument names. */
class CreateOrder {
    static String env(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }

    static String sign(byte[] body, String secret) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        StringBuilder hex = new StringBuilder();
        for (byte one : mac.doFinal(body)) hex.append(String.format("%02x", one));
        return hex.toString();
    }

    static String createOrder(String url, String apiKey, String secret, byte[] body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/offset-gateway/orders"))
            .timeout(Duration.ofSeconds(30))
            .header("content-type", "application/json")
            .header("x-api-key", apiKey)
            .header("x-body-signature", sign(body, secret))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
        HttpResponse<String> response = HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) throw new IllegalStateException(response.body());
        return response.body();
    }

    public static void main(String[] arguments) throws Exception {
        byte[] body = Files.readAllBytes(Path.of(arguments[0]));
        System.out.print(createOrder(
            env("OFFSET_URL", "http://localhost:4010"),
            env("OFFSET_API_KEY", "sandbox-key"),
            env("OFFSET_API_SECRET", "sandbox-secret"),
            body));
    }
}
