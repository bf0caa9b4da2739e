import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { DAY_MS, HOUR_MS } from '../time-span.ts';
import { LONGEST_WAIT_MS } from './retry-schedule.ts';

/** Time after which an endpoint that keeps failing without a success is disabled: five days. */
export const DISABLE_AFTER_MS: number = 5 * DAY_MS;

/**
 * Gap between two failures after which a new series begins. No webhook waits this long for its next attempt, even if
 * that attempt starts up to an hour late: nothing was sent in between, for example because the gateway was stopped, and
 * the endpoint may have worked.
 */
export const SERIES_GAP_MS: number = LONGEST_WAIT_MS + HOUR_MS;

/**
 * Time after its last failure at which an endpoint that was not disabled is forgotten: more than {@link SERIES_GAP_MS}.
 */
export const FORGET_AFTER_MS: number = 7 * DAY_MS;

/** Returns the origin and path of a URL, which identify an endpoint. A query may carry an order's own data. */
export function endpointOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Returns the key under which an endpoint is stored. */
export function endpointHash(url: string): string {
  return createHash('sha256').update(endpointOf(url)).digest('hex');
}

/** Whether an endpoint is disabled and receives nothing. */
export async function isDisabled({ kysely }: Database, merchantId: string, url: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('webhook_endpoints')
    .select('disabled_at')
    .where('merchant_id', '=', merchantId)
    .where('url_hash', '=', endpointHash(url))
    .executeTakeFirst();
  return row?.disabled_at != null;
}

/** Clears the failures of an endpoint that accepted a webhook. */
export async function clearFailures(tx: Tx, merchantId: string, url: string): Promise<void> {
  await tx
    .deleteFrom('webhook_endpoints')
    .where('merchant_id', '=', merchantId)
    .where('url_hash', '=', endpointHash(url))
    .execute();
}

/** Time of an endpoint's last failure. Earlier versions stored only the first. */
export const LAST_FAILED_AT = sql<number>`coalesce(webhook_endpoints.last_failed_at, webhook_endpoints.failing_since)`;

/**
 * Records a failure of an endpoint, and disables it if it has kept failing for {@link DISABLE_AFTER_MS}. Failures
 * before a gap of {@link SERIES_GAP_MS} do not count.
 */
export async function recordFailure(tx: Tx, merchantId: string, url: string, at: number): Promise<void> {
  const isNew = sql<boolean>`${LAST_FAILED_AT} < ${at - SERIES_GAP_MS}`;
  const isLong = sql<boolean>`webhook_endpoints.failing_since <= ${at - DISABLE_AFTER_MS}`;
  await tx
    .insertInto('webhook_endpoints')
    .values({
      merchant_id: merchantId,
      url_hash: endpointHash(url),
      failing_since: at,
      disabled_at: null,
      last_failed_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'url_hash'])
        .doUpdateSet({
          // Holds the first failure of a series or, for a disabled endpoint, the time of its last webhook.
          failing_since: sql`case when ${isNew} or ${isLong} then excluded.failing_since
            else webhook_endpoints.failing_since end`,
          disabled_at: sql`case when ${isLong} and not ${isNew} then excluded.failing_since end`,
          last_failed_at: sql`excluded.last_failed_at`,
        })
        .where('webhook_endpoints.disabled_at', 'is', null),
    )
    .execute();
}

/** Disables an endpoint at once, because its response is 410 (gone). */
export async function disableEndpoint(tx: Tx, merchantId: string, url: string, at: number): Promise<void> {
  const disabled = { failing_since: at, disabled_at: at };
  await tx
    .insertInto('webhook_endpoints')
    .values({ merchant_id: merchantId, url_hash: endpointHash(url), ...disabled })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'url_hash'])
        .doUpdateSet(disabled)
        .where('webhook_endpoints.disabled_at', 'is', null),
    )
    .execute();
}

/** Records that a webhook was due for a disabled endpoint, which is forgotten some time after its last one. */
export async function recordSkippedWebhook(
  tx: Tx,
  merchantId: string,
  url: string,
  at: number,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: at })
    .where('merchant_id', '=', merchantId)
    .where('url_hash', '=', endpointHash(url))
    .where('disabled_at', 'is not', null)
    .execute();
}

/** Re-enables an endpoint. @param by who re-enables it, for the audit log. @returns whether it was disabled. */
export async function enableEndpoint(
  db: Database,
  merchantId: string,
  url: string,
  by: Actor,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('webhook_endpoints')
      .where('merchant_id', '=', merchantId)
      .where('url_hash', '=', endpointHash(url))
      .where('disabled_at', 'is not', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    const change = { before: { disabled: true }, after: { disabled: false } };
    await recordAudit(tx, by, {
      merchantId,
      action: 'webhook_endpoint.enabled',
      subject: endpointOf(url),
      ...change,
    });
    return true;
  });
}
