import { type CreateOrder, type Grams, type Money, toGrams } from '@flight-offset/core';
import { MODEL_VERSION } from '@flight-offset/emissions';
import {
  type Claim,
  claimKeys,
  type Idempotency,
  releaseKeys,
} from '../idempotency/claim-idempotency-keys.ts';
import { readTaxRules, splitTax, type TaxRule } from '../merchants/tax.ts';
import { Problem } from '../problem.ts';
import { type Allocation, chooseCredits, productOf } from '../projects/choose-credits.ts';
import { CreditsTakenError, reserveCredits } from '../projects/lots.ts';
import { readStock } from '../projects/stock.ts';
import { allEnded } from '../store/all-ended.ts';
import { batchByMerchant } from '../store/batch-by-merchant.ts';
import { batchOrEach } from '../store/batch-or-each.ts';
import type { ItemResult } from '../store/batcher.ts';
import { newId, newToken } from '../store/ids.ts';
import { type Insert, insertRows } from '../store/insert-rows.ts';
import type { OrderRow } from '../store/schema.ts';
import { startCounting } from '../store/totals.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { completed, completeOrders } from './complete.ts';
import type { OrderContext } from './context.ts';
import { firstHold } from './hold.ts';
import { createdOrderJson } from './order-json.ts';
import { pendingQuotas, readHeld } from './pending-quotas.ts';
import { storePublishers } from './stored-publishers.ts';

/** A created order, or the first response again. */
export interface CreateResult {
  readonly body: string;
  readonly replayed: boolean;
}

/** A requested order. */
interface Wanted {
  readonly merchantId: string;
  readonly input: CreateOrder;
  readonly idempotency: Idempotency | undefined;
}

/** Orders made in one transaction: they share its round trips, its commit and its turn at the rows all orders move. */
const MAX_BATCH = 64;

const batcherOf = batchByMerchant<OrderContext, Wanted, CreateResult>((context) => ({
  maxSize: MAX_BATCH,
  process: (wanted) =>
    // Where each is made by itself, the first to request still gets credits first.
    batchOrEach(wanted, (some) =>
      untilTaken(() => inTransaction(context.db, (tx) => attempt(tx, context, some))),
    ),
  conflictKey: (one) => one.idempotency && `${one.merchantId}\0${one.idempotency.key}`,
  merchantOf: ({ merchantId }) => merchantId,
}));

/**
 * Creates an order with credits allocated to it, in one batch with those requested at the same time. With an
 * idempotency key the response is kept in the same transaction, so that a retry gets it again.
 * @throws Problem 40903 too little is left; 40904 another price than expected; 40905 too much is pending; 40912 the
 * portfolio is not on offer; 42202 key used with another body.
 */
export async function createOrder(
  context: OrderContext,
  merchantId: string,
  input: CreateOrder,
  idempotency?: Idempotency,
): Promise<CreateResult> {
  return (await batcherOf(context)).add({ merchantId, input, idempotency });
}

/** Repeats work whose credits went to others: each repeat finds less left, until it is enough or none. */
async function untilTaken<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CreditsTakenError)) throw error;
    }
  }
}

const NO_REFUNDS = { refunded_minor: 0, refund_pending_minor: 0 } as const;

/** An order as it is written first: no refund of it has been made. */
type NewOrder = Omit<OrderRow, keyof typeof NO_REFUNDS>;

/** What is known of an order before credits are chosen for it. */
type DraftRow = Omit<
  NewOrder,
  'product' | 'project' | 'project_count' | 'minor_per_tonne' | 'amount_minor' | 'inr_minor' | 'tax'
>;

/** An order on its way into the store, and its response. */
interface Draft {
  readonly order: DraftRow;
  readonly expected: Money | undefined;
  readonly body: string;
  readonly claim: Claim | undefined;
}

async function attempt(
  tx: Tx,
  context: OrderContext,
  wanted: readonly Wanted[],
): Promise<ItemResult<CreateResult>[]> {
  const at = context.now();
  const drafts = wanted.map((one) => draftOf(context, one, at));
  const claims = drafts.flatMap(({ claim }) => claim ?? []);
  const merchants = wanted.map(({ merchantId }) => merchantId);
  const portfolios = wanted.some(({ input }) => input.portfolio !== undefined);
  const [used, stock, held, taxes] = await allEnded(
    claimKeys(tx, claims, at),
    readStock(tx, at, { policy: context.policy, portfolios }),
    readHeld(tx, context.db.engine, merchants, { fuel: portfolios }),
    readTaxRules(tx),
  );
  const quotas = pendingQuotas(context.limits, held, stock);
  const orders: PricedOrder[] = [];
  const refused: Claim[] = [];
  const outcomes = drafts.map((draft): ItemResult<CreateResult> => {
    const { order, body, claim } = draft;
    const earlier = claim && used.get(claim);
    if (earlier) return 'error' in earlier ? earlier : { value: { body: earlier.value, replayed: true } };
    const mass = order.grams as Grams;
    const { currency } = order;
    const portfolio = order.portfolio ?? undefined;
    try {
      const quota = quotas[productOf(stock, portfolio)];
      quota.check(order.merchant_id, mass);
      const tax = taxes.get(order.merchant_id);
      const allocation = chooseCredits(stock, { mass, currency, tax, portfolio, expected: draft.expected });
      requireExpected(draft.expected, { currency, amount_minor: allocation.amount });
      orders.push(priced(order, allocation, tax));
      stock.use(allocation.parts);
      if (allocation.amount > 0) quota.add(order.merchant_id, mass);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (claim) refused.push(claim);
      return { error };
    }
    return { value: { body, replayed: false } };
  });
  await releaseKeys(tx, refused);
  await store(tx, context, orders);
  return outcomes;
}

/** An order with its price, and where its credits come from. */
interface PricedOrder {
  readonly row: NewOrder;
  readonly parts: Allocation['parts'];
}

function priced(order: DraftRow, allocation: Allocation, rule: TaxRule | undefined): PricedOrder {
  const { project, projectCount, parts, perTonne, amount, inrAmount } = allocation;
  const split = splitTax(amount, rule);
  const tax = split ? JSON.stringify(split) : null;
  const price = { minor_per_tonne: perTonne, amount_minor: amount, inr_minor: inrAmount, tax };
  const bought = { product: project.product, project: project.id, project_count: projectCount };
  return { row: { ...order, ...bought, ...price }, parts };
}

const moneyText = ({ currency, amount_minor }: Money): string => `${amount_minor} minor units of ${currency}`;

/** @throws Problem 40904 where the order would cost something else than its payer was shown. */
function requireExpected(expected: Money | undefined, price: Money): void {
  if (!expected) return;
  if (expected.currency === price.currency && expected.amount_minor === price.amount_minor) return;
  const message = `expected_price is ${moneyText(expected)}, and the order would cost ${moneyText(price)} now; read the offer again and show its price`;
  throw new Problem(40904, message);
}

let intoOrders: Insert | undefined;

/** Every new order has the same columns. */
function ordersInsert(row: NewOrder): Insert {
  intoOrders ??= { into: 'orders', columns: Object.keys(row) };
  return intoOrders;
}

async function store(tx: Tx, context: OrderContext, orders: readonly PricedOrder[]): Promise<void> {
  const [first] = orders;
  if (!first) return;
  // Nothing to pay: there is no payment to wait for.
  const isFree = ({ row }: PricedOrder): boolean => row.amount_minor === 0;
  const counted = orders.map((one) => (isFree(one) ? { ...one.row, status: 'completed' as const } : one.row));
  const rows = orders.map(({ row }) => ({ ...row }));
  const [writeTotals] = await allEnded(
    startCounting(tx, context.db.engine, counted),
    insertRows(tx, ordersInsert(first.row), rows),
  );
  const chosen = orders.map(({ row: { id, merchant_id }, parts }) => ({ id, merchant_id, parts }));
  await allEnded(writeTotals(), reserveCredits(tx, chosen));
  const free = orders
    .filter(isFree)
    .map(({ row }) => completed({ ...row, ...NO_REFUNDS }, { at: row.created_at }));
  await completeOrders(tx, context, free, { counted: true });
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
    emission_publishers: storePublishers(input.emission_publishers),
    settlement: 'payer',
    reference: input.reference ?? null,
    variant: input.variant ?? null,
    metadata: input.metadata ? JSON.stringify(input.metadata) : null,
    created_at: at,
    expires_at: firstHold(context, at),
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
