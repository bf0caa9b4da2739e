# Settles the order $1 of a sandbox: completed or failed.
: "${OFFSET_URL:=http://localhost:4010}"
curl --silent --show-error --fail-with-body \
  "$OFFSET_URL/sandbox/orders/$1/payment" \
  -H 'content-type: application/json' \
  -H 'x-api-key: sandbox-key' \
  --data '{"outcome":"completed"}'
