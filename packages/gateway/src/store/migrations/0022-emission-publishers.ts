/** Who publishes the figures that the emissions of an order were estimated from: what its receipt names. */
export function emissionPublishers(): string[] {
  return ['alter table orders add column emission_publishers text'];
}
