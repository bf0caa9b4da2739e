import type { SigningKey } from '@flight-offset/core/server';
import { type Selectable, sql } from 'kysely';
import type { Dispatcher } from 'undici';
import { verifyingKey } from '../credentials/api-keys.ts';
import type { Sealer } from '../credentials/seal.ts';
import { inDeliverySpan } from '../operation/trace.ts';
import type { Database } from '../store/engine.ts';
import type { DeliveryTable } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { isDisabled, noteFailure, noteSuccess } from './endpoint.ts';
import { nextWaitMs } from './schedule.ts';
import { webhookSecrets } from './secrets.ts';
import { type AttemptResult, send } from './send.ts';
import { guardedDispatcher, type TargetPolicy } from './target.ts';

type Delivery = Selectable<DeliveryTable>;

/** What deliveries need. */
export interface DeliveryOptions {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly policy: TargetPolicy;
  readonly now: () => number;
  /** Told of each attempt, for logs and metrics. */
  readonly onAttempt?: (
    delivery: { id: string; order_id: string; attempts: number },
    result: AttemptResult,
  ) => void;
}

/** Sends what is in the outbox. Several processes may do so on one database: each delivery is claimed by one. */
export interface DeliveryWorker {
  /** Sends what is due now. @returns how many attempts it made. */
  run(): Promise<number>;
  close(): Promise<void>;
}

const CLAIM_MS = 60_000;
const BATCH = 16;

/** A worker on a database. */
export function createDeliveryWorker(options: DeliveryOptions): DeliveryWorker {
  const dispatcher = guardedDispatcher(options.policy);
  return {
    async run() {
      const claimed = await claim(options);
      await Promise.all(claimed.map((delivery) => attempt(options, dispatcher, delivery)));
      return claimed.length;
    },
    close: () => dispatcher.close(),
  };
}

/** Takes deliveries that are due, only the oldest open one of each order, so that an order's keep their order. */
async function claim({ db, now }: DeliveryOptions): Promise<Delivery[]> {
  const at = now();
  return inTransaction(db, async (tx) => {
    let due = tx
      .selectFrom('deliveries')
      .select('id')
      .where('state', '=', 'pending')
      .where('next_attempt_at', '<=', at)
      .where('claimed_until', '<=', at)
      .where(
        sql<boolean>`not exists (select 1 from deliveries earlier where earlier.order_id = deliveries.order_id
          and earlier.sequence < deliveries.sequence and earlier.state = 'pending')`,
      )
      .orderBy('next_attempt_at')
      .limit(BATCH);
    if (db.engine === 'postgres') due = due.forUpdate().skipLocked();
    const ids = (await due.execute()).map(({ id }) => id);
    if (ids.length === 0) return [];
    return tx
      .updateTable('deliveries')
      .set({ claimed_until: at + CLAIM_MS, attempts: sql`attempts + 1` })
      .where('id', 'in', ids)
      .returningAll()
      .execute();
  });
}

async function attempt(options: DeliveryOptions, dispatcher: Dispatcher, delivery: Delivery): Promise<void> {
  const { db, sealer, policy, now } = options;
  const { id, url, body, merchant_id } = delivery;
  const result: AttemptResult = (await isDisabled(db, merchant_id, url))
    ? { ok: false, status: null, outcome: 'endpoint_disabled', excerpt: '', durationMs: 0 }
    : await inDeliverySpan(id, async () =>
        send(
          {
            id,
            url,
            body,
            // The receiver judges by its own clock, whatever a test clock says.
            at: Date.now(),
            secrets: await webhookSecrets(db, sealer, merchant_id, now()),
            bodyKey: await sharedSecret(options, merchant_id),
          },
          policy,
          dispatcher,
        ),
      );
  await record(options, delivery, result);
  options.onAttempt?.(delivery, result);
}

async function record(
  { db, now }: DeliveryOptions,
  delivery: Delivery,
  result: AttemptResult,
): Promise<void> {
  const at = now();
  const wait = nextWaitMs(delivery.attempts, result.retryAfterMs);
  const dead = result.outcome === 'gone' || result.outcome === 'endpoint_disabled' || wait === undefined;
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('delivery_attempts')
      .values({
        delivery_id: delivery.id,
        attempt: delivery.attempts,
        at,
        status: result.status,
        outcome: result.outcome,
        excerpt: result.excerpt,
        duration_ms: result.durationMs,
      })
      .onConflict((conflict) => conflict.columns(['delivery_id', 'attempt']).doNothing())
      .execute();
    await tx
      .updateTable('deliveries')
      .set(
        result.ok
          ? { state: 'delivered', delivered_at: at, claimed_until: 0 }
          : { state: dead ? 'dead' : 'pending', next_attempt_at: at + (wait ?? 0), claimed_until: 0 },
      )
      .where('id', '=', delivery.id)
      .where('state', '=', 'pending')
      .execute();
    if (result.ok) await noteSuccess(tx, delivery.merchant_id, delivery.url);
    else await noteFailure(tx, delivery.merchant_id, delivery.url, at, result.outcome === 'gone');
  });
}

/** The secret of the merchant's newest credential, where it is a shared one. */
async function sharedSecret(
  { db, sealer }: DeliveryOptions,
  merchantId: string,
): Promise<SigningKey | undefined> {
  const row = await db.kysely
    .selectFrom('api_keys')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('revoked_at', 'is', null)
    .where('sealed_secret', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row) return undefined;
  const key = verifyingKey(row, sealer);
  return 'secret' in key ? key : undefined;
}
