"""Creates an order of the body in the file which the first argument names."""

import hashlib
import hmac
import os
import sys
import urllib.error
import urllib.request

URL = os.environ.get("OFFSET_URL", "http://localhost:4010")
API_KEY = os.environ.get("OFFSET_API_KEY", "sandbox-key")
API_SECRET = os.environ.get("OFFSET_API_SECRET", "sandbox-secret")


def sign(body: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def create_order(body: bytes) -> bytes:
    request = urllib.request.Request(
        f"{URL}/offset-gateway/orders",
        data=body,
        headers={
            "content-type": "application/json",
            "x-api-key": API_KEY,
            "x-body-signature": sign(body, API_SECRET),
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.read()
    except urllib.error.HTTPError as error:
        raise RuntimeError(error.read().decode()) from None


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        sys.stdout.buffer.write(create_order(file.read()))
