# #region start
npx --yes pnpm@12.21.0 start
# #endregion start
# #region test
npx --yes pnpm@12.21.0 test
# #endregion test
