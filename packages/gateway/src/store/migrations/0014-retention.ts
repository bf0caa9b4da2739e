/** An index finds providers' events by age, for deletion. */
export function retention(): string[] {
  return ['create index provider_events_age on provider_events (received_at)'];
}
