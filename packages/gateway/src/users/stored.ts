/** Finds what is stored about a person, for both export and erasure. */
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { engineOf } from '../store/engine-of.ts';
import { isId } from '../store/ids.ts';
import type { ConsolePersonRow, DeliveryTable, IdempotencyTable, OrderRow, Schema } from '../store/schema.ts';
import { merchantOfFew, unindexed } from '../store/sql/of-merchants.ts';
import type { Tx } from '../store/transaction.ts';

/** A transaction, or the database outside of one. */
export type Reader = Pick<Tx, 'selectFrom' | 'getExecutor'>;

/** Lists all merchants, so that each one's orders are found through its index by e-mail address. */
export async function readMerchantIds(tx: Reader): Promise<string[]> {
  const rows = await tx.selectFrom('merchants').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the subject of a request: an e-mail address in lower case, or an order, which may name a person without an
 * address.
 */
export function subjectOf(emailOrOrder: string): string {
  return isId(emailOrOrder, 'ord') ? emailOrOrder : emailOrOrder.toLowerCase();
}

/** Selects a merchant's orders of a person. @param subject as {@link subjectOf} returns it. */
export function ordersOf(
  tx: Reader,
  merchantId: string,
  subject: string,
): SelectQueryBuilder<Schema, 'orders', unknown> {
  return tx
    .selectFrom('orders')
    .where('merchant_id', '=', merchantId)
    .where(isId(subject, 'ord') ? 'id' : 'email_key', '=', subject);
}

/** Finds those who may sign in to the console with the address: of any merchant, or an operator. */
export async function peopleOf(tx: Reader, emailKey: string): Promise<ConsolePersonRow[]> {
  return tx.selectFrom('console_people').selectAll().where('email_key', '=', emailKey).execute();
}

export async function deliveriesOf(
  tx: Reader,
  { merchant_id, id }: OrderRow,
): Promise<Selectable<DeliveryTable>[]> {
  return tx
    .selectFrom('deliveries')
    .selectAll()
    .where(merchantOfFew(tx, 'merchant_id'), '=', merchant_id)
    .where('order_id', '=', id)
    .execute();
}

/**
 * Maximum time from a refund to its stored response: both are in one transaction, which may wait for another that uses
 * the same key. Many times the time limit of a statement.
 */
const KEPT_WITHIN_MS = 15 * 60 * 1000;

/**
 * Finds responses stored under idempotency keys that repeat an order or its refunds. They are about as old as the order
 * or refund, so an index finds them.
 */
export async function keptResponsesOf(tx: Reader, order: OrderRow): Promise<Selectable<IdempotencyTable>[]> {
  const found = new Map<string, Selectable<IdempotencyTable>>();
  // The response to the creation has exactly the time of the order.
  const moments = [{ id: order.id, from: order.created_at, to: order.created_at }];
  for (const { id, created_at } of await refundsOfOrder(tx, order))
    moments.push({ id, from: created_at, to: created_at + KEPT_WITHIN_MS });
  for (const moment of moments)
    for (const row of await keptOf(tx, order.merchant_id, moment)) found.set(row.key, row);
  return [...found.values()].filter(({ response }) => JSON.parse(response ?? '{}').order_id === order.id);
}

/** Finds stored responses within a time range that contain an identifier. */
async function keptOf(
  tx: Reader,
  merchantId: string,
  { id, from, to }: { readonly id: string; readonly from: number; readonly to: number },
): Promise<Selectable<IdempotencyTable>[]> {
  // Otherwise SQLite would read all stored responses of the merchant, not only these minutes.
  const merchant = engineOf(tx) === 'sqlite' ? unindexed('merchant_id') : sql.ref<string>('merchant_id');
  return tx
    .selectFrom('idempotency')
    .selectAll()
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .where(merchant, '=', merchantId)
    .where('response', 'like', `%${id}%`)
    .execute();
}
