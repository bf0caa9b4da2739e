import { isDeepStrictEqual } from 'node:util';
import { purchasesOf } from '../orders/purchases-of.ts';
import { decodePublishers } from '../orders/stored-publishers.ts';
import { readFacts } from '../projects/facts.ts';
import { readOrderParts } from '../projects/order-parts.ts';
import { creditsOf } from '../retirements/credits-of.ts';
import type { Database } from '../store/engine.ts';
import type { MerchantRow, OrderRow } from '../store/schema.ts';
import type { OrderView, RefundTotal, ViewPart } from './order-view.ts';

/** Format of a payment link's token: any other text needs no query. */
const TOKEN = /^[\w-]{43}$/;

/** Finds the order of a payment URL, with everything that the page shows of it. */
export async function findView(database: Database, token: string): Promise<OrderView | undefined> {
  if (!TOKEN.test(token)) return undefined;
  let order = await orderOf(database, token);
  while (order) {
    const view = await viewOf(database, order);
    const now = order.status === 'completed' ? await orderOf(database, token) : order;
    // Credits and refunds are read separately: if a refund ended in between, a receipt would state one without the
    // other.
    if (isDeepStrictEqual(now, order)) return view;
    order = now;
  }
  return undefined;
}

async function orderOf({ reader }: Database, token: string): Promise<OrderRow | undefined> {
  return reader.selectFrom('orders').selectAll().where('payment_token', '=', token).executeTakeFirst();
}

async function viewOf(database: Database, order: OrderRow): Promise<OrderView> {
  const { reader: kysely } = database;
  const [merchant, parts, portfolio, credits, purchases, refunds] = await Promise.all([
    kysely.selectFrom('merchants').selectAll().where('id', '=', order.merchant_id).executeTakeFirstOrThrow(),
    findParts(database, order),
    kysely
      .selectFrom('portfolios')
      .select('name')
      .where('id', '=', order.portfolio ?? '')
      .executeTakeFirst(),
    creditsOf(database, order.merchant_id, [order]),
    purchasesOf(kysely, order.merchant_id, [order]),
    sumRefunds(kysely, order),
  ]);
  return {
    order,
    merchant,
    parts,
    portfolio: portfolio?.name,
    publishers: decodePublishers(order.emission_publishers),
    credits: credits.get(order.id) ?? [],
    transactionId: purchases.get(order.id),
    refunds,
  };
}

/** Finds the accent of the merchant whose order a payment URL names; undefined if it names none. */
export async function findAccent(
  { reader }: Pick<Database, 'reader'>,
  token: string,
): Promise<Pick<MerchantRow, 'accent'> | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const order = await reader
    .selectFrom('orders')
    .select('merchant_id')
    .where('payment_token', '=', token)
    .executeTakeFirst();
  if (!order) return undefined;
  return reader
    .selectFrom('merchants')
    .select('accent')
    .where('id', '=', order.merchant_id)
    .executeTakeFirst();
}

async function findParts({ reader }: Database, order: OrderRow): Promise<ViewPart[]> {
  const partsOf = await readOrderParts(reader, [order]);
  const parts = partsOf(order);
  const facts = await readFacts(
    reader,
    parts.map(({ project }) => project.id),
  );
  return parts.map((part) => ({ ...part, facts: facts.get(part.project.id) }));
}

/** Adds up completed and pending refunds, pending ones first. An open dispute is between the payer and their bank. */
async function sumRefunds(kysely: Database['reader'], order: OrderRow): Promise<RefundTotal[]> {
  const rows = await kysely
    .selectFrom('refunds')
    .select(['state', 'currency'])
    .select(({ eb, fn }) => [
      eb('payment_id', 'is', null).as('byMerchant'),
      fn.sum<number>('amount_minor').as('amount_minor'),
      fn.sum<number>('order_minor').as('ofOrder'),
      fn.max<number | null>('settled_at').as('doneAt'),
    ])
    .where('merchant_id', '=', order.merchant_id)
    .where('order_id', '=', order.id)
    .where('amount_minor', '>', 0)
    .where(({ or, and, eb }) =>
      or([eb('state', '=', 'completed'), and([eb('state', '=', 'pending'), eb('cause', '<>', 'dispute')])]),
    )
    .groupBy(({ eb }) => ['state', 'currency', eb('payment_id', 'is', null)])
    .orderBy('state', 'desc')
    .orderBy('currency')
    .orderBy('byMerchant')
    .execute();
  return rows.map(({ currency, amount_minor, ofOrder, byMerchant, doneAt }) => ({
    money: { currency, amount_minor },
    ofOrder,
    byMerchant: Boolean(byMerchant),
    doneAt: doneAt ?? undefined,
  }));
}
