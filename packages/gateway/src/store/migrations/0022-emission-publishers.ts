/** The publishers of the figures from which an order's emissions were estimated, as its receipt names them. */
export function emissionPublishers(): string[] {
  return ['alter table orders add column emission_publishers text'];
}
