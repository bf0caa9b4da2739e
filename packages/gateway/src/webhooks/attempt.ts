import type { SigningKey } from '@flight-offset/core/server';
import type { Insertable } from 'kysely';
import type { Dispatcher } from 'undici';
import { verifyingKey } from '../credentials/api-keys.ts';
import type { Sealer } from '../credentials/seal.ts';
import type { Database } from '../store/engine.ts';
import type { DeliveryAttemptTable } from '../store/schema/webhooks.ts';
import { merchantOfFew } from '../store/sql/of-merchants.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { inDeliverySpan } from '../tracing/trace.ts';
import type { Delivery } from './claim.ts';
import {
  clearFailures,
  disableEndpoint,
  isDisabled,
  recordFailure,
  recordSkippedWebhook,
} from './endpoint.ts';
import { nextWaitMs } from './retry-schedule.ts';
import { webhookSecrets } from './secrets.ts';
import { type AttemptResult, send } from './send.ts';
import type { TargetPolicy } from './target.ts';

/** Parts of the gateway that an attempt uses. */
export interface AttemptOptions {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly policy: TargetPolicy;
  readonly now: () => number;
  /** Clock of signatures, by which receivers judge them, whatever a test clock says; default: the machine's. */
  readonly signsAt?: () => number;
  /** Called after each attempt, for logs and metrics. */
  readonly onAttempt?: (delivery: { id: string; attempts: number }, result: AttemptResult) => void;
}

/**
 * Sends a webhook once, signed anew, and records the result.
 * @throws the database's error if the result is not recorded.
 */
export async function attempt(
  options: AttemptOptions,
  dispatcher: Dispatcher,
  delivery: Delivery,
): Promise<AttemptResult> {
  const { db } = options;
  const { url, merchant_id } = delivery;
  const result: AttemptResult = (await isDisabled(db, merchant_id, url))
    ? { ok: false, status: null, outcome: 'endpoint_disabled', excerpt: '', durationMs: 0 }
    : await sendSigned(options, dispatcher, delivery);
  await recordResult(options, delivery, result);
  options.onAttempt?.(delivery, result);
  return result;
}

/** Result if nothing is sent, because the receiver would have to refuse it. */
const UNSIGNED: AttemptResult = {
  ok: false,
  status: null,
  outcome: 'no_webhook_secret',
  excerpt: 'The merchant has no webhook secret, so nothing was sent. Create one, then replay the webhook.',
  durationMs: 0,
};

async function sendSigned(
  options: AttemptOptions,
  dispatcher: Dispatcher,
  { id, url, body, merchant_id }: Delivery,
): Promise<AttemptResult> {
  const { db, sealer, policy, now, signsAt = Date.now } = options;
  const secrets = await webhookSecrets(db, sealer, merchant_id, now());
  if (secrets.length === 0) return UNSIGNED;
  const bodyKey = await sharedSecret(options, merchant_id);
  const signed = { id, url, body, at: signsAt(), secrets, bodyKey };
  return inDeliverySpan(signed, (headers) => send({ ...signed, headers }, policy, dispatcher));
}

/** Log entry of an attempt, except its number. */
type Logged = Omit<Insertable<DeliveryAttemptTable>, 'attempt'>;

/** Logs an attempt under the next number of its webhook: attempts before a replay count too. */
async function insertAttempt(tx: Tx, logged: Logged): Promise<void> {
  const { last } = await tx
    .selectFrom('delivery_attempts')
    .select(({ fn }) => fn.max<number | null>('attempt').as('last'))
    .where('merchant_id', '=', logged.merchant_id)
    .where('delivery_id', '=', logged.delivery_id)
    .executeTakeFirstOrThrow();
  const inserted = await tx
    .insertInto('delivery_attempts')
    .values({ ...logged, attempt: (last ?? 0) + 1 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // Meanwhile, another process has logged an attempt under that number.
  if (inserted.numInsertedOrUpdatedRows === 0n) await insertAttempt(tx, logged);
}

async function recordResult(
  { db, now }: AttemptOptions,
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
      // If it was queued again or claimed by another process meanwhile, this failure does not decide its state.
      .$if(!result.ok, (failed) => failed.where('claimed_until', '=', delivery.claimed_until))
      .returning('body')
      .executeTakeFirst();
    if (open && (result.ok || dead)) await makeLaterDue(tx, delivery, at);
    await insertAttempt(tx, {
      merchant_id: delivery.merchant_id,
      delivery_id: delivery.id,
      at,
      status: result.status,
      outcome: result.outcome,
      // The response may repeat the data of a person who was erased meanwhile.
      excerpt: open?.body === delivery.body ? result.excerpt : '',
      duration_ms: result.durationMs,
    });
    await recordEndpointHealth(tx, delivery, result, at);
  });
}

async function recordEndpointHealth(
  tx: Tx,
  { merchant_id, url }: Delivery,
  { ok, outcome }: AttemptResult,
  at: number,
): Promise<void> {
  if (ok) return clearFailures(tx, merchant_id, url);
  if (outcome === 'endpoint_disabled') return recordSkippedWebhook(tx, merchant_id, url, at);
  if (outcome === 'gone') return disableEndpoint(tx, merchant_id, url, at);
  return recordFailure(tx, merchant_id, url, at);
}

/**
 * Makes the order's later webhooks due when one has ended. Includes those that are due already, since a claim may be
 * putting them off at this moment.
 */
async function makeLaterDue(
  tx: Tx,
  { merchant_id, order_id, sequence }: Delivery,
  at: number,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ next_attempt_at: at })
    .where(merchantOfFew(tx, 'merchant_id'), '=', merchant_id)
    .where('order_id', '=', order_id)
    .where('sequence', '>', sequence)
    .where('state', '=', 'pending')
    .execute();
}

/**
 * Returns the shared secret of the oldest live credential that has one. A new credential therefore changes nothing for
 * receivers that verify with the previous one, until the merchant has deployed the new one and the previous one is
 * revoked.
 */
async function sharedSecret(
  { db, sealer }: AttemptOptions,
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
