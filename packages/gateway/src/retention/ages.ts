import type { Config } from '../config.ts';
import { ABSOLUTE_MS } from '../credentials/session-limits.ts';
import { DAY_MS } from '../time-span.ts';
import { FORGET_AFTER_MS } from '../webhooks/endpoint.ts';
import type { Pruned } from './prune.ts';

/** How long the response to an idempotency key is kept: 48 hours, twice the promised time. */
const KEEP_KEYS_MS = 2 * DAY_MS;

/** How long a failed request can be looked up: a week. */
const KEEP_FAILURES_MS = 7 * DAY_MS;

/** Returns how long each kind of row is kept, milliseconds. */
export function agesOf(
  config: Pick<Config, 'GATEWAY_KEEP_WEBHOOKS_DAYS' | 'GATEWAY_KEEP_PROVIDER_EVENTS_DAYS'>,
): Readonly<Record<Pruned, number>> {
  return {
    webhooks: config.GATEWAY_KEEP_WEBHOOKS_DAYS * DAY_MS,
    provider_events: config.GATEWAY_KEEP_PROVIDER_EVENTS_DAYS * DAY_MS,
    webhook_endpoints: FORGET_AFTER_MS,
    disabled_endpoints: config.GATEWAY_KEEP_WEBHOOKS_DAYS * DAY_MS,
    idempotency_keys: KEEP_KEYS_MS,
    rate_windows: DAY_MS,
    console_links: 0,
    console_sessions: ABSOLUTE_MS,
    failed_requests: KEEP_FAILURES_MS,
  };
}
