/** The emissions model with which an order was created, as its receipt names it. */
export function emissionsModel(): string[] {
  return ['alter table orders add column emissions_model text'];
}
