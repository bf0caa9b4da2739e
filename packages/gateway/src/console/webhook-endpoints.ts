import type { WebhookEndpoint } from '@flight-offset/console';
import type { Database } from '../store/engine.ts';
import { endpointHash, endpointOf } from '../webhooks/endpoint.ts';

/** The number of a merchant's newest webhooks from which its endpoints are read. */
const NEWEST = 1000;

interface Counts {
  delivered: number;
  pending: number;
  dead: number;
  lastAt: number;
}

/** Lists endpoints of a merchant's newest webhooks, the last used first, with their health. */
export async function webhookEndpoints({ reader }: Database, merchantId: string): Promise<WebhookEndpoint[]> {
  const rows = await reader
    .selectFrom('deliveries')
    .select(['url', 'state', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .orderBy('sequence', 'desc')
    .limit(NEWEST)
    .execute();
  const counts = new Map<string, Counts>();
  for (const { url, state, created_at } of rows) {
    const endpoint = endpointOf(url);
    const own = counts.get(endpoint) ?? { delivered: 0, pending: 0, dead: 0, lastAt: created_at };
    own[state] += 1;
    counts.set(endpoint, own);
  }
  const failing = await reader
    .selectFrom('webhook_endpoints')
    .select(['url_hash', 'failing_since', 'disabled_at'])
    .where('merchant_id', '=', merchantId)
    .execute();
  const health = new Map(failing.map((one) => [one.url_hash, one]));
  return [...counts].map(([url, own]) => {
    const known = health.get(endpointHash(url));
    const disabledAt = known?.disabled_at ?? undefined;
    // For a disabled endpoint, the column holds when a webhook was last due there.
    const failingSince = disabledAt === undefined ? (known?.failing_since ?? undefined) : undefined;
    return { url, ...own, failingSince, disabledAt };
  });
}
