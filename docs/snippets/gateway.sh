# #region serve
DATABASE_URL=postgres://gateway@db/gateway \
GATEWAY_PUBLIC_URL=https://pay.example.com \
GATEWAY_MASTER_KEY_FILE=/run/secrets/master-key \
GATEWAY_PROVIDER=stripe \
STRIPE_SECRET_KEY=… STRIPE_WEBHOOK_SECRET=… \
pnpm gateway serve
# #endregion serve
