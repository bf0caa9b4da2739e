/** A refund is known by the key it was requested with for as long as its order is stored, the response for two days. */
export function keysOfRefunds(): string[] {
  return ['alter table refunds add column key_hash text'];
}
