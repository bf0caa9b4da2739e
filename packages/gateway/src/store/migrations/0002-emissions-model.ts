/** The emissions model an order was made under: what its receipt names. */
export function emissionsModel(): string[] {
  return ['alter table orders add column emissions_model text'];
}
