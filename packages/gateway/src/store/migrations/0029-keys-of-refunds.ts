/**
 * A refund can be found by its idempotency key for as long as its order is stored; the response is kept for two days.
 */
export function keysOfRefunds(): string[] {
  return ['alter table refunds add column key_hash text'];
}
