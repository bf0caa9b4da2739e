import { type CreateOrder, type Money, toGrams } from '@flight-offset/core';
import { MODEL_VERSION } from '@flight-offset/emissions';
import { reserveGrams } from '../allotments/draw.ts';
import { untilAllotted } from '../allotments/until-allotted.ts';
import { type OfKey, requireLiveKeys } from '../credentials/known-keys.ts';
import {
  type Claim,
  claimKeys,
  type Idempotency,
  type KeptResponse,
  releaseKeys,
} from '../idempotency/claim-idempotency-keys.ts';
import { readTaxRules } from '../merchants/tax.ts';
import { ALLOCATIONS, allocationsOf } from '../projects/lots.ts';
import { readStocks } from '../projects/stock.ts';
import { allEnded } from '../store/all-ended.ts';
import { batchByMerchant } from '../store/batches/batch-by-merchant.ts';
import type { ItemResult } from '../store/batches/batcher.ts';
import { newId, newToken } from '../store/ids.ts';
import { type Insert, insertBoth } from '../store/sql/insert-rows.ts';
import { startCounting } from '../store/totals/totals.ts';
import { afterCommit, commitBehind, inTransaction, type Tx } from '../store/transaction.ts';
import type { OrderContext } from './context.ts';
import { asCompleted, completeOrders } from './end/complete.ts';
import { firstHoldEnd } from './hold.ts';
import { createdOrderJson } from './order-json.ts';
import { priceBatch } from './price/price-batch.ts';
import { type DraftRow, NO_REFUNDS, type PricedOrder } from './price/price-order.ts';
import { encodePublishers } from './stored-publishers.ts';

/** The parts of a request for an order that are not in its body. */
interface OrderRequest extends OfKey {
  readonly idempotency?: Idempotency | undefined;
}

interface Wanted extends OrderRequest {
  readonly merchantId: string;
  readonly input: CreateOrder;
}

const batcherOf = batchByMerchant<OrderContext, Wanted, KeptResponse>((context) => ({
  process: (batch) =>
    untilAllotted(context, () => inTransaction(context.db, (tx) => createAll(tx, context, batch))),
  conflictKey: (one) => one.idempotency && `${one.merchantId}\0${one.idempotency.key}`,
  merchantOf: ({ merchantId }) => merchantId,
}));

/**
 * Creates an order with credits allocated to it, in one batch with those requested at the same time. With an
 * idempotency key the response is stored in the same transaction, so that a retry gets it again.
 * @throws Problem 40903 too little is left; 40904 the price is not the expected one; 40905 too much is pending; 40912
 * the portfolio is not on offer; 40913 the order alone is too large; 42202 the idempotency key was used with another
 * body; 40102 the credential was revoked.
 */
export async function createOrder(
  context: OrderContext,
  merchantId: string,
  input: CreateOrder,
  { idempotency, keyToCheck }: OrderRequest = {},
): Promise<KeptResponse> {
  return (await batcherOf(context)).add({ merchantId, input, idempotency, keyToCheck });
}

/** An order to insert, and its response. */
interface Draft {
  readonly order: DraftRow;
  readonly expected: Money | undefined;
  readonly body: string;
  readonly claim: Claim | undefined;
}

type Results = ItemResult<KeptResponse>[];

/** Creates the orders of a batch in the caller's transaction. */
async function createAll(tx: Tx, context: OrderContext, wanted: readonly Wanted[]): Promise<Results> {
  const at = context.now();
  const drafts = wanted.map((one) => draftOf(context, one, at));
  const claims = drafts.flatMap(({ claim }) => claim ?? []);
  const pending = drafts.map(({ order }) => order);
  const sale = {
    policy: context.policy,
    currencies: pending.map(({ currency }) => currency),
    portfolios: pending.some(({ portfolio }) => portfolio !== null),
    merchantIds: pending.map(({ merchant_id }) => merchant_id),
  };
  const [, used, stocks, taxes] = await allEnded(
    requireLiveKeys(tx, wanted),
    claimKeys(tx, claims, at),
    readStocks(tx, at, sale),
    readTaxRules(tx, sale.merchantIds),
  );
  const fresh = drafts.filter(({ claim }) => claim === undefined || !used.has(claim));
  const { limits, provider } = context;
  const { orders, refused } = await priceBatch(fresh, { stocks, taxes, limits, provider });
  await releaseKeys(
    tx,
    [...refused.keys()].flatMap(({ claim }) => claim ?? []),
  );
  await store(tx, context, orders);
  return drafts.map((draft): ItemResult<KeptResponse> => {
    const { body, claim } = draft;
    const earlier = claim && used.get(claim);
    if (earlier) return 'error' in earlier ? earlier : { value: { body: earlier.value, replayed: true } };
    const error = refused.get(draft);
    return error ? { error } : { value: { body, replayed: false } };
  });
}

let intoOrders: Insert | undefined;

/** Returns the insert of orders, built once. */
function ordersInsert(row: PricedOrder['row']): Insert {
  intoOrders ??= { into: 'orders', columns: Object.keys(row) };
  return intoOrders;
}

/** Stores the orders of a batch. The last statements are sent together, and the commit right after them. */
async function store(tx: Tx, context: OrderContext, orders: readonly PricedOrder[]): Promise<void> {
  const [first] = orders;
  if (!first) return;
  const { db, onAllotmentsLow } = context;
  const rows = orders.map(({ row }) => ({ ...row }));
  const count = await startCounting(tx, db, rows);
  const allocations = allocationsOf(orders);
  const stored = allEnded(
    insertBoth(tx, db, [ordersInsert(first.row), rows], [ALLOCATIONS, allocations]),
    count(),
    reserveGrams(tx, allocations, first.row.created_at),
  );
  const noted = stored.then(([, , low]) => {
    if (onAllotmentsLow && low.length > 0) afterCommit(tx, () => onAllotmentsLow(low));
  });
  // Nothing to pay: there is no payment to wait for.
  const free = orders.filter(({ row }) => row.amount_minor === 0);
  if (free.length === 0) return commitBehind(tx, noted);
  await noted;
  await completeOrders(
    tx,
    context,
    free.map(({ row }) => asCompleted({ ...row, ...NO_REFUNDS }, row.created_at)),
  );
}

function draftOf(context: OrderContext, { merchantId, input, idempotency }: Wanted, at: number): Draft {
  const grams = toGrams(input.emission_amount, input.emission_unit);
  const order = {
    id: newId('ord', at),
    merchant_id: merchantId,
    emission_amount: input.emission_amount,
    emission_unit: input.emission_unit,
    grams,
    currency: input.currency ?? 'INR',
    user_name: input.user?.name ?? null,
    user_email: input.user?.email ?? null,
    user_tax_id: input.user?.tax_id ?? null,
    email_key: input.user?.email?.toLowerCase() ?? null,
    callback_url: input.callback_url ?? null,
    payment_token: newToken(),
    status: 'pending',
    payment_status: 'pending',
    portfolio: input.portfolio ?? null,
    emissions_model: MODEL_VERSION,
    emission_publishers: encodePublishers(input.emission_publishers),
    settlement: 'payer',
    reference: input.reference ?? null,
    variant: input.variant ?? null,
    metadata: input.metadata ? JSON.stringify(input.metadata) : null,
    created_at: at,
    expires_at: firstHoldEnd(context, at),
    settled_at: null,
  } as const;
  const body = JSON.stringify(createdOrderJson(order, context.publicUrl));
  return {
    order,
    expected: input.expected_price,
    body,
    claim: idempotency && { ...idempotency, merchantId, response: body },
  };
}
