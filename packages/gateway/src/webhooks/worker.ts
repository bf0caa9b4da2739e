import type { SigningKey } from '@flight-offset/core/server';
import type { Dispatcher } from 'undici';
import { verifyingKey } from '../credentials/api-keys.ts';
import type { Sealer } from '../credentials/seal.ts';
import type { Database } from '../store/engine.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { inDeliverySpan } from '../tracing/trace.ts';
import { claimDue, type Delivery } from './claim.ts';
import { isDisabled, noteFailure, noteRefused, noteSuccess } from './endpoint.ts';
import { createLanes } from './lanes.ts';
import { nextWaitMs } from './retry-schedule.ts';
import { webhookSecrets } from './secrets.ts';
import { type AttemptResult, send } from './send.ts';
import type { TargetPolicy } from './target.ts';

/** What deliveries need. */
export interface DeliveryOptions {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly policy: TargetPolicy;
  readonly now: () => number;
  /** Called after each attempt, for logs and metrics. */
  readonly onAttempt?: (
    delivery: { id: string; order_id: string; attempts: number },
    result: AttemptResult,
  ) => void;
  /** Called when an attempt ended: there may be a slot for another. */
  readonly onSlotFree?: () => void;
  /** Called where the result of an attempt could not be recorded. */
  readonly onFault?: (error: unknown) => void;
}

/** Sends what is in the outbox. Several processes may do so on one database: each webhook is claimed by one. */
export interface DeliveryWorker {
  /** Begins to send what is due, as far as slots are free, and waits for none of it. @returns how many attempts. */
  start(): Promise<number>;
  /** Resolves once no attempt is under way. */
  idle(): Promise<void>;
  /** Waits for the attempts under way. */
  close(): Promise<void>;
}

/**
 * Creates a worker on a database. Each attempt is signed anew, recorded, and scheduled again while the retry schedule lasts; the
 * endpoint's successes and failures are counted with it, in one transaction. A process that dies leaves its claims to end, so a
 * webhook is sent at least once.
 */
export function createDeliveryWorker(options: DeliveryOptions): DeliveryWorker {
  let dispatcher: Promise<Dispatcher> | undefined;
  const lanes = createLanes();
  const underWay = new Set<Promise<void>>();

  /** Loaded with the first webhook: the HTTP client is a fifth of what a process would load to start. */
  function connections(): Promise<Dispatcher> {
    dispatcher ??= import('./guarded-dispatcher.ts').then((one) => one.guardedDispatcher(options.policy));
    return dispatcher;
  }

  function begin(delivery: Delivery): void {
    const { lane } = delivery;
    lanes.begin(lane);
    let responded = false;
    const running = connections()
      .then((one) => attempt(options, one, delivery))
      .then(({ status, outcome }) => {
        responded = status !== null || outcome === 'endpoint_disabled';
      })
      // What was not recorded is claimed again once its claim ends.
      .catch((error: unknown) => options.onFault?.(error))
      .finally(() => {
        lanes.end(lane, responded);
        underWay.delete(running);
        options.onSlotFree?.();
      });
    underWay.add(running);
  }

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    async start() {
      const claimed = await claimDue(options.db, lanes, options.now());
      for (const delivery of claimed) begin(delivery);
      return claimed.length;
    },
    idle,
    async close() {
      await idle();
      await (await dispatcher)?.close();
    },
  };
}

async function attempt(
  options: DeliveryOptions,
  dispatcher: Dispatcher,
  delivery: Delivery,
): Promise<AttemptResult> {
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
  return result;
}

/** The number of a webhook's next attempt: those before it was replayed count too. */
async function nextAttempt(tx: Tx, { merchant_id, id }: Delivery): Promise<number> {
  const { last } = await tx
    .selectFrom('delivery_attempts')
    .select(({ fn }) => fn.max<number | null>('attempt').as('last'))
    .where('merchant_id', '=', merchant_id)
    .where('delivery_id', '=', id)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
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
    const open = await tx
      .updateTable('deliveries')
      .set(
        result.ok
          ? { state: 'delivered', delivered_at: at, claimed_until: 0 }
          : { state: dead ? 'dead' : 'pending', next_attempt_at: at + (wait ?? 0), claimed_until: 0 },
      )
      .where('merchant_id', '=', delivery.merchant_id)
      .where('id', '=', delivery.id)
      .where('state', '=', 'pending')
      // Where it was queued again, or claimed by another, meanwhile, this failure is not what becomes of it.
      .$if(!result.ok, (failed) => failed.where('claimed_until', '=', delivery.claimed_until))
      .returning('body')
      .executeTakeFirst();
    await tx
      .insertInto('delivery_attempts')
      .values({
        merchant_id: delivery.merchant_id,
        delivery_id: delivery.id,
        attempt: await nextAttempt(tx, delivery),
        at,
        status: result.status,
        outcome: result.outcome,
        // Somebody who was erased meanwhile may stand in what the endpoint sent back.
        excerpt: open?.body === delivery.body ? result.excerpt : '',
        duration_ms: result.durationMs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (result.ok) await noteSuccess(tx, delivery.merchant_id, delivery.url);
    else if (result.outcome === 'endpoint_disabled')
      await noteRefused(tx, delivery.merchant_id, delivery.url, at);
    else await noteFailure(tx, delivery.merchant_id, delivery.url, at, result.outcome === 'gone');
  });
}

/**
 * The shared secret of the oldest live credential that has one. A new credential changes nothing for who verifies with the
 * one before it: that ends once it is revoked, when the merchant has deployed the new one.
 */
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
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  if (!row) return undefined;
  const key = verifyingKey(row, sealer);
  return 'secret' in key ? key : undefined;
}
