import { type ExpressionBuilder, type ExpressionOrFactory, type SqlBool, sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import type { Schema } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';

interface Requeued {
  readonly id: string;
  readonly merchant_id: string;
}

/**
 * Sends every webhook of an order again, starting with a first attempt.
 * @param by who requests it, for the audit log.
 * @returns the number of webhooks.
 */
export async function redeliver(db: Database, orderId: string, now: number, by: Actor): Promise<number> {
  return inTransaction(db, async (tx) => {
    const rows = await requeue(tx, now, (eb) => eb('order_id', '=', orderId));
    await auditRedelivery(tx, rows, { subject: orderId, at: now, by });
    return rows.length;
  });
}

/** Sends one webhook of a merchant again. @param by as in {@link redeliver}. @returns whether it exists. */
export async function redeliverOne(
  db: Database,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
  now: number,
  by: Actor,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const rows = await requeue(tx, now, (eb) =>
      eb.and([eb('id', '=', id), eb('merchant_id', '=', merchantId)]),
    );
    await auditRedelivery(tx, rows, { subject: id, at: now, by });
    return rows.length > 0;
  });
}

/** Selects webhooks that failed every attempt or wait for a further one, by time of creation. */
export interface FailedWebhooks {
  readonly merchantId: string;
  /** Milliseconds since 1970; `until` is the first moment after the range. */
  readonly from: number;
  readonly until: number;
  /** Maximum number to send again, the oldest first. */
  readonly limit: number;
  /** Continues after {@link Redelivered.next} of the previous call. */
  readonly after?: number | undefined;
}

/** Result of sending webhooks again. */
export interface Redelivered {
  readonly count: number;
  /** Where the rest begins; undefined if there is none. Webhooks that fail again meanwhile lie before it. */
  readonly next: number | undefined;
}

/**
 * Whether a webhook failed every attempt, or waits for a further one: up to a day, if its endpoint has failed for days.
 */
const hasFailed =
  (now: number) =>
  ({ eb, or, and }: ExpressionBuilder<Schema, 'deliveries'>) =>
    or([
      eb('state', '=', 'dead'),
      and([eb('state', '=', 'pending'), eb('attempts', '>', 0), eb('next_attempt_at', '>', now)]),
    ]);

/**
 * Sends failed webhooks again without waiting for their next attempt, for example once an endpoint works again.
 * @param by as in {@link redeliver}.
 */
export async function redeliverFailed(
  db: Database,
  { merchantId, from, until, limit, after = 0 }: FailedWebhooks,
  now: number,
  by: Actor,
): Promise<Redelivered> {
  return inTransaction(db, async (tx) => {
    const failed = await tx
      .selectFrom('deliveries')
      .select(['id', 'sequence'])
      .where('merchant_id', '=', merchantId)
      .where(hasFailed(now))
      // As SQL, so that both engines use the index of undelivered webhooks.
      .where(sql<boolean>`state <> 'delivered'`)
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
      .execute();
    if (failed.length === 0) return { count: 0, next: undefined };
    const ids = failed.map(({ id }) => id);
    const rows = await requeue(tx, now, (eb) => eb.and([eb('id', 'in', ids), hasFailed(now)(eb)]));
    await auditRedelivery(tx, rows, { subject: '', at: now, by });
    return { count: rows.length, next: failed.length < limit ? undefined : failed.at(-1)?.sequence };
  });
}

/** Queues webhooks as if they were new. Their attempts stay logged. */
async function requeue(
  tx: Tx,
  now: number,
  which: ExpressionOrFactory<Schema, 'deliveries', SqlBool>,
): Promise<Requeued[]> {
  return tx
    .updateTable('deliveries')
    .set({ state: 'pending', attempts: 0, next_attempt_at: now, claimed_until: 0, delivered_at: null })
    .where(which)
    .returning(['id', 'merchant_id'])
    .execute();
}

async function auditRedelivery(
  tx: Tx,
  rows: readonly Requeued[],
  { subject, at, by }: { readonly subject: string; readonly at: number; readonly by: Actor | undefined },
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const after = { webhooks: rows.map(({ id }) => id) };
  await recordAudit(tx, by, {
    merchantId: first.merchant_id,
    action: 'webhooks.redelivered',
    subject,
    after,
    at,
  });
}
