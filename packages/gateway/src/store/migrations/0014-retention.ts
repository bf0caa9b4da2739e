/** Events of providers are found by their age, to be deleted. */
export function retention(): string[] {
  return ['create index provider_events_age on provider_events (received_at)'];
}
