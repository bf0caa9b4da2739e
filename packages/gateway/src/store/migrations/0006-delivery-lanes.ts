/**
 * Webhooks wait in lanes, one for each origin of a merchant. Webhooks from before this migration share one lane per
 * merchant. The index by time alone is no longer needed: every query for due webhooks names their lane.
 */
export function deliveryLanes(): string[] {
  return [
    `alter table deliveries add column lane text not null default ''`,
    `update deliveries set lane = merchant_id || ' ' where state = 'pending'`,
    `create index deliveries_lane on deliveries (lane, next_attempt_at) where state = 'pending'`,
    'drop index deliveries_due',
  ];
}
