# #region setup
pnpm gateway migrate
MERCHANT=$(pnpm gateway merchants create 'Example Air' --return https://www.example.com)
pnpm gateway platforms create "$MERCHANT"
pnpm gateway keys create "$MERCHANT"
pnpm gateway webhooks rotate "$MERCHANT"
pnpm gateway projects import projects.json
pnpm gateway doctor
# #endregion setup
