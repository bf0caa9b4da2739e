/** The merchant's name when a statement was closed: a later name does not change an earlier document. */
export function merchantOfStatements(): string[] {
  return [
    'alter table statements add column merchant_name text',
    'update statements set merchant_name = merchants.name from merchants where merchants.id = statements.merchant_id',
  ];
}
