<?php
// Creates an order of the body in the file which the first argument names.
$url = getenv('OFFSET_URL') ?: 'http://localhost:4010';
$apiKey = getenv('OFFSET_API_KEY') ?: 'sandbox-key';
$apiSecret = getenv('OFFSET_API_SECRET') ?: 'sandbox-secret';

function sign(string $body, string $secret): string
{
    return hash_hmac('sha256', $body, $secret);
}

function createOrder(string $url, string $apiKey, string $apiSecret, string $body): string
{
    $call = curl_init("$url/offset-gateway/orders");
    curl_setopt_array($call, [
        CURLOPT_POSTFIELDS => $body,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HTTPHEADER => [
            'content-type: application/json',
            "x-api-key: $apiKey",
            'x-body-signature: ' . sign($body, $apiSecret),
        ],
    ]);
    $response = curl_exec($call);
    if ($response === false || curl_getinfo($call, CURLINFO_RESPONSE_CODE) >= 300) {
        throw new RuntimeException($response === false ? curl_error($call) : $response);
    }
    return $response;
}

echo createOrder($url, $apiKey, $apiSecret, file_get_contents($argv[1]));
