// Creates an order of the body in the file which the first argument names.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

func env(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func sign(body []byte, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

func createOrder(url, apiKey, secret string, body []byte) ([]byte, error) {
	request, err := http.NewRequest(http.MethodPost, url+"/offset-gateway/orders", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("content-type", "application/json")
	request.Header.Set("x-api-key", apiKey)
	request.Header.Set("x-body-signature", sign(body, secret))
	client := http.Client{Timeout: 30 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= 300 {
		err = fmt.Errorf("%d: %s", response.StatusCode, text)
	}
	return text, err
}

func main() {
	body, err := os.ReadFile(os.Args[1])
	if err == nil {
		body, err = createOrder(
			env("OFFSET_URL", "http://localhost:4010"),
			env("OFFSET_API_KEY", "sandbox-key"),
			env("OFFSET_API_SECRET", "sandbox-secret"),
			body,
		)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Stdout.Write(body)
}
