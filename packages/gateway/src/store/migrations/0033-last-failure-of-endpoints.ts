/** When an endpoint last failed: time in which nothing was sent is no failure. */
export function lastFailureOfEndpoints(): string[] {
  return ['alter table webhook_endpoints add column last_failed_at bigint'];
}
