# #region verify
npx @flight-offset/core verify receipt.jws --batch batch.jws --keys keys.json
# #endregion verify
