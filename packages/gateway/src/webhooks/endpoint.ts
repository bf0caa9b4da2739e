import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { DAY_MS } from '../time-span.ts';
import { LONGEST_WAIT_MS } from './retry-schedule.ts';

/** An endpoint that has failed this long without a success in between receives nothing more: five days. */
export const DISABLE_AFTER_MS: number = 5 * DAY_MS;

/**
 * A failure is forgotten after this long, if the endpoint was not disabled. An endpoint that had kept failing would
 * have failed again after {@link DISABLE_AFTER_MS} and been disabled, since no webhook waits longer for its next
 * attempt. So the earlier failures have ended, and a failure now is the first of a new series.
 */
export const FORGET_AFTER_MS: number = DISABLE_AFTER_MS + LONGEST_WAIT_MS;

/** What identifies an endpoint: origin and path of its URL. A query may carry an order's own data. */
export function endpointOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** The key that an endpoint is stored under. */
export function endpointHash(url: string): string {
  return createHash('sha256').update(endpointOf(url)).digest('hex');
}

/** Whether nothing is sent to an address any more. */
export async function isDisabled({ kysely }: Database, merchantId: string, url: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('webhook_endpoints')
    .select('disabled_at')
    .where('merchant_id', '=', merchantId)
    .where('url_hash', '=', endpointHash(url))
    .executeTakeFirst();
  return row?.disabled_at != null;
}

/** Forgets the failures of an endpoint that accepted a webhook. */
export async function noteSuccess(tx: Tx, merchantId: string, url: string): Promise<void> {
  await tx
    .deleteFrom('webhook_endpoints')
    .where('merchant_id', '=', merchantId)
    .where('url_hash', '=', endpointHash(url))
    .execute();
}

/**
 * Records a failure of an endpoint. If it has kept failing for {@link DISABLE_AFTER_MS}, it is disabled. A failure
 * longer ago than {@link FORGET_AFTER_MS} no longer counts.
 */
export async function noteFailure(tx: Tx, merchantId: string, url: string, at: number): Promise<void> {
  const url_hash = endpointHash(url);
  await tx
    .insertInto('webhook_endpoints')
    .values({ merchant_id: merchantId, url_hash, failing_since: at, disabled_at: null })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'url_hash']).doNothing())
    .execute();
  const isForgotten = sql<boolean>`failing_since < ${at - FORGET_AFTER_MS}`;
  await tx
    .updateTable('webhook_endpoints')
    .set({
      // The first failure of a series, or the last webhook for a disabled endpoint.
      failing_since: at,
      disabled_at: sql`case when ${isForgotten} then null else ${sql.lit(at)} end`,
    })
    .where('merchant_id', '=', merchantId)
    .where('url_hash', '=', url_hash)
    .where('disabled_at', 'is', null)
    .where('failing_since', '<=', at - DISABLE_AFTER_MS)
    .execute();
}

/** Disables an endpoint at once, because its response says that it is gone. */
export async function noteGone(tx: Tx, merchantId: string, url: string, at: number): Promise<void> {
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

/** Notes that something should have been sent to a disabled endpoint: how long it is remembered counts from then. */
export async function noteRefused(tx: Tx, merchantId: string, url: string, at: number): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: at })
    .where('merchant_id', '=', merchantId)
    .where('url_hash', '=', endpointHash(url))
    .where('disabled_at', 'is not', null)
    .execute();
}

/** Re-enables an endpoint. @param by who does it, for the audit log. @returns whether it was disabled. */
export async function enableEndpoint(
  db: Database,
  merchantId: string,
  url: string,
  by?: Actor,
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
