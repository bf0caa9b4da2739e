import type { Kysely } from 'kysely';
import type { OrderRow, Schema } from '../store/schema.ts';

/**
 * Reads the transactions that completed some orders of one merchant, by order; orders that are not completed have none.
 */
export async function purchasesOf(
  db: Pick<Kysely<Schema>, 'selectFrom'>,
  merchantId: string,
  orders: readonly Pick<OrderRow, 'id'>[],
): Promise<Map<string, string>> {
  if (orders.length === 0) return new Map();
  const ids = orders.map(({ id }) => id);
  const rows = await db
    .selectFrom('transactions')
    .select(['id', 'order_id'])
    .where('merchant_id', '=', merchantId)
    .where('order_id', 'in', ids)
    .where('refund_id', 'is', null)
    .execute();
  return new Map(rows.map(({ id, order_id }) => [order_id, id]));
}
