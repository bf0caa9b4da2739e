using System;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;

/// <summary>Creates an order of the body in the file which the first argument names.</summary>
static class CreateOrder
{
    static readonly HttpClient Client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };

    static string Env(string name, string otherwise)
    {
        return Environment.GetEnvironmentVariable(name) ?? otherwise;
    }

    static string Sign(byte[] body, string secret)
    {
        using (var mac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
            return BitConverter.ToString(mac.ComputeHash(body)).Replace("-", "").ToLowerInvariant();
    }

    static async Task<string> Create(string url, string apiKey, string secret, byte[] body)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, url + "/offset-gateway/orders");
        request.Headers.Add("x-api-key", apiKey);
        request.Headers.Add("x-body-signature", Sign(body, secret));
        request.Content = new ByteArrayContent(body);
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        var response = await Client.SendAsync(request);
        var text = await response.Content.ReadAsStringAsync();
        if (!response.IsSuccessStatusCode) throw new HttpRequestException(text);
        return text;
    }

    static void Main(string[] arguments)
    {
        var body = File.ReadAllBytes(arguments[0]);
        Console.Write(Create(
            Env("OFFSET_URL", "http://localhost:4010"),
            Env("OFFSET_API_KEY", "sandbox-key"),
            Env("OFFSET_API_SECRET", "sandbox-secret"),
            body).GetAwaiter().GetResult());
    }
}
