import { type CreatedOrder, type CreateOrder, toGrams } from '@flight-offset/core';
import { MODEL_VERSION } from '@flight-offset/emissions';
import { Problem } from '../http/problem.ts';
import { allocate, CreditsTakenError, type Taking, takeCredits } from '../projects/allocate.ts';
import { newId, newToken } from '../store/ids.ts';
import { prepared } from '../store/prepared.ts';
import type { OrderRow } from '../store/schema.ts';
import { countOrder } from '../store/totals.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import type { OrderContext } from './context.ts';
import { createdOrderJson } from './order-json.ts';
import { settleOrder } from './settle.ts';

/** The key of a request that may be repeated, and what it was used for. */
export interface Idempotency {
  readonly key: string;
  /** SHA-256 of the raw body, hexadecimal. */
  readonly bodyHash: string;
}

/** A created order, or the first answer again. */
export interface CreateResult {
  readonly body: string;
  readonly replayed: boolean;
}

/**
 * Creates an order with credits set aside for it. With an idempotency key the answer is kept in the same
 * transaction, so that a repeat gets it again.
 * @throws Problem 40903 no credits; 42202 key used with another body.
 */
export async function createOrder(
  context: OrderContext,
  merchantId: string,
  input: CreateOrder,
  idempotency?: Idempotency,
): Promise<CreateResult> {
  try {
    return await attempt(context, merchantId, input, idempotency, 'last');
  } catch (error) {
    if (!(error instanceof CreditsTakenError)) throw error;
    // Credits run out just now: whoever locks the lot first gets them.
    return attempt(context, merchantId, input, idempotency, 'now');
  }
}

async function attempt(
  context: OrderContext,
  merchantId: string,
  input: CreateOrder,
  idempotency: Idempotency | undefined,
  taking: Taking,
): Promise<CreateResult> {
  return inTransaction(context.db, async (tx) => {
    const make = async () => JSON.stringify(await insert(tx, context, merchantId, input, taking));
    if (!idempotency) return { body: await make(), replayed: false };
    const earlier = await claimKey(tx, context, merchantId, idempotency);
    if (earlier !== undefined) return { body: earlier, replayed: true };
    const body = await make();
    await tx
      .updateTable('idempotency')
      .set({ response: body })
      .where('merchant_id', '=', merchantId)
      .where('key', '=', idempotency.key)
      .execute();
    return { body, replayed: false };
  });
}

/** @returns the first answer where the key was used before. */
async function claimKey(
  tx: Tx,
  { now }: OrderContext,
  merchantId: string,
  { key, bodyHash }: Idempotency,
): Promise<string | undefined> {
  const claimed = await tx
    .insertInto('idempotency')
    .values({ merchant_id: merchantId, key, body_hash: bodyHash, response: null, created_at: now() })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  const earlier = await tx
    .selectFrom('idempotency')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (earlier && earlier.body_hash !== bodyHash) {
    throw new Problem(
      42202,
      'this Idempotency-Key was used with another body; take a new key for a new order',
    );
  }
  if (!earlier?.response) {
    const headers = { 'retry-after': '1' };
    throw new Problem(40901, 'a request with this Idempotency-Key is still under way; repeat it', {
      headers,
    });
  }
  return earlier.response;
}

async function insert(
  tx: Tx,
  context: OrderContext,
  merchantId: string,
  input: CreateOrder,
  taking: Taking,
): Promise<CreatedOrder> {
  const at = context.now();
  const mass = toGrams(input.emission_amount, input.emission_unit);
  const allocation = await allocate(tx, mass, at, context.policy, taking);
  const order: OrderRow = {
    id: newId('ord', at),
    merchant_id: merchantId,
    emission_amount: input.emission_amount,
    emission_unit: input.emission_unit,
    grams: mass,
    paise_per_tonne: allocation.perTonne,
    amount_paise: allocation.amount,
    user_name: input.user?.name ?? null,
    user_email: input.user?.email ?? null,
    user_tax_id: input.user?.tax_id ?? null,
    email_key: input.user?.email?.toLowerCase() ?? null,
    callback_url: input.callback_url ?? null,
    payment_token: newToken(),
    status: 'pending',
    payment_status: 'pending',
    project: allocation.project.id,
    lot: allocation.lot,
    serial_from: null,
    serial_to: null,
    emissions_model: MODEL_VERSION,
    created_at: at,
    expires_at: at + context.orderTtlMs,
    settled_at: null,
  };
  const build = () => tx.insertInto('orders').values(order).compile();
  await prepared(tx, 'new order', build, Object.values(order));
  await countOrder(tx, context.db.engine, order);
  if (taking === 'last') await takeCredits(tx, allocation, mass);
  // Nothing to pay: there is no payment to wait for.
  if (order.amount_paise === 0) await settleOrder(tx, context, order.id, 'completed');
  return createdOrderJson(order, context.publicUrl);
}
