import { type SelectQueryBuilder, sql } from 'kysely';
import { PROVIDERS } from '../../config-schema.ts';
import type { Database } from '../../store/engine.ts';
import { isId } from '../../store/ids.ts';
import type { OrderRow, Schema } from '../../store/schema.ts';
import { merchantOfFew } from '../../store/sql/of-merchants.ts';

/** Query of orders. */
export type OrderQuery = SelectQueryBuilder<Schema, 'orders', OrderRow>;

/** One meaning of a search text: a condition that an index serves. */
export type Meaning = (query: OrderQuery) => OrderQuery;

type Reader = Pick<Database, 'reader'>;

const byId =
  (id: string): Meaning =>
  (query) =>
    query.where('id', '=', id);

const byEmail =
  (address: string): Meaning =>
  (query) =>
    query.where('email_key', '=', address.toLowerCase());

const byReference =
  (reference: string): Meaning =>
  (query) =>
    // Spelled out, so that both engines use the index of references.
    query.where('reference', '=', reference).where(sql<boolean>`reference is not null`);

interface Place {
  readonly merchant_id: string;
  readonly order_id: string;
}

/** Finds the order of an object that the gateway created: a payment, a refund, a transaction or a webhook. */
async function findOrderOfObject(
  { reader }: Reader,
  merchantId: string,
  id: string,
): Promise<Pick<Place, 'order_id'> | undefined> {
  const own = [
    ['pay', 'payments'],
    ['rfd', 'refunds'],
    ['txn', 'transactions'],
    ['msg', 'deliveries'],
  ] as const;
  const [, table] = own.find(([prefix]) => isId(id, prefix)) ?? [];
  if (table === undefined) return undefined;
  return reader
    .selectFrom(table)
    .select('order_id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Finds the order of a payment or refund by the provider's identifier, as its dashboard and the payer's bank show it.
 */
async function findOrderOfProviderId(
  { reader }: Reader,
  merchantId: string | undefined,
  name: string,
): Promise<Place | undefined> {
  const merchant = merchantOfFew(reader, 'merchant_id');
  const payments = reader
    .selectFrom('payments')
    .select(['merchant_id', 'order_id'])
    // Spelled out, so that the indexes are used.
    .where('provider', 'in', PROVIDERS)
    .$if(merchantId !== undefined, (query) => query.where(merchant, '=', merchantId ?? ''));
  const refunds = reader
    .selectFrom('refunds')
    .select(['merchant_id', 'order_id'])
    .where('provider', 'in', PROVIDERS)
    .where('provider_reference', '=', name)
    .$if(merchantId !== undefined, (query) => query.where(merchant, '=', merchantId ?? ''));
  return payments
    .where('payment_reference', '=', name)
    .unionAll(payments.where('reference', '=', name))
    .unionAll(refunds)
    .executeTakeFirst();
}

/** Finds the order of a payment page by the link in a message to the payer. */
async function findOrderOfLink(
  { reader }: Reader,
  merchantId: string | undefined,
  text: string,
): Promise<Place | undefined> {
  const [, token] = /\/pay\/([\w-]{43})(?![\w-])/.exec(text) ?? [];
  if (token === undefined) return undefined;
  return reader
    .selectFrom('orders')
    .select(['merchant_id', 'id as order_id'])
    .where('payment_token', '=', token)
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId ?? ''))
    .executeTakeFirst();
}

/** The text has no blanks, and may be a URL. */
function orderIdIn(text: string): string | undefined {
  const [id] = /ord_[0-9A-HJKMNP-TV-Z]{26}/i.exec(text) ?? [];
  return id && `ord_${id.slice(4).toUpperCase()}`;
}

/**
 * Finds the order, of any merchant, that a globally unique text names: its identifier, its payment link, or the
 * provider's identifier of a payment or refund. For operators, who do not know the merchant when the text comes from
 * the provider.
 */
export async function findOrderOfAnyMerchant(
  db: Reader,
  search: string,
): Promise<{ readonly merchantId: string; readonly orderId: string } | undefined> {
  const compact = search.replaceAll(/\s/g, '');
  const id = orderIdIn(compact);
  const place =
    id === undefined
      ? ((await findOrderOfProviderId(db, undefined, compact)) ??
        (await findOrderOfLink(db, undefined, compact)))
      : await db.reader
          .selectFrom('orders')
          .select(['merchant_id', 'id as order_id'])
          .where('id', '=', id)
          .executeTakeFirst();
  return place && { merchantId: place.merchant_id, orderId: place.order_id };
}

/**
 * Yields the possible meanings of a search text, the likeliest first. It may be pasted with blanks, or from a URL or a
 * message. References come before identifiers of other objects, because merchants choose references freely.
 */
export async function* meaningsOf(db: Reader, merchantId: string, search: string): AsyncGenerator<Meaning> {
  const compact = search.replaceAll(/\s/g, '');
  const id = orderIdIn(compact);
  if (id !== undefined) yield byId(id);
  const [address] = /[^\s<>"',;]+@[^\s<>"',;]+/.exec(search) ?? [];
  if (address !== undefined) yield byEmail(address);
  yield byReference(search);
  const upper = compact.toUpperCase();
  if (upper !== search) yield byReference(upper);
  for (const orderOf of [findOrderOfObject, findOrderOfProviderId, findOrderOfLink]) {
    const found = await orderOf(db, merchantId, compact);
    if (found !== undefined) yield byId(found.order_id);
  }
}
