#!/bin/sh
# Creates an order of the body in the file $1.
set -eu
: "${OFFSET_URL:=http://localhost:4010}" "${OFFSET_API_KEY:=sandbox-key}" "${OFFSET_API_SECRET:=sandbox-secret}"

signature=$(openssl dgst -sha256 -hmac "$OFFSET_API_SECRET" -hex <"$1" | sed 's/^.*= *//')

curl --silent --show-error --fail-with-body "$OFFSET_URL/offset-gateway/orders" \
  -H 'content-type: application/json' \
  -H "x-api-key: $OFFSET_API_KEY" \
  -H "x-body-signature: $signature" \
  --data-binary "@$1"
