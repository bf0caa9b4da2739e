import type { Database } from '../../store/engine.ts';
import type { OrderRow } from '../../store/schema.ts';
import { ORDER_COLUMNS } from '../../store/sql/columns.ts';
import { isOneOf, oneOf } from '../../store/sql/is-one-of.ts';
import { lockingKeys } from '../../store/sql/locking.ts';
import { ofMerchants } from '../../store/sql/of-merchants.ts';
import { prepared } from '../../store/sql/prepared.ts';
import type { Tx } from '../../store/transaction.ts';
import type { OrderContext } from '../context.ts';

/** Identifies an order; with the merchant, a distributed engine reads only one shard. */
export type OrderKey = Pick<OrderRow, 'id' | 'merchant_id'>;

/**
 * Reads orders and holds them until the transaction ends. Every transaction that moves money of an order holds it
 * first, so that they run one after the other. Orders are always held in the same sequence, so that two transactions
 * never deadlock.
 */
export async function lockOrders(tx: Tx, db: Database, keys: readonly OrderKey[]): Promise<OrderRow[]> {
  if (keys.length === 0) return [];
  const { engine } = db;
  const merchants = [...new Set(keys.map(({ merchant_id }) => merchant_id))];
  const { condition, variant } = ofMerchants(db, 'orders.merchant_id', merchants);
  const ids = keys.map(({ id }) => id);
  const build = () => {
    const found = tx
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where(condition)
      .where(isOneOf(engine, 'orders.id', ids))
      .orderBy('id');
    return lockingKeys(tx, found).compile();
  };
  return prepared(tx, `orders held, ${variant}`, build, [oneOf(engine, merchants), oneOf(engine, ids)]);
}

/** Reads one order and holds it, as {@link lockOrders}. */
export async function lockOrder(
  tx: Tx,
  { db }: Pick<OrderContext, 'db'>,
  key: OrderKey,
): Promise<OrderRow | undefined> {
  return (await lockOrders(tx, db, [key]))[0];
}

/**
 * Finds the merchant of an order by its identifier, for callers that know nothing else of it: the operator, a
 * provider's report.
 */
export async function findOrderKey(
  tx: Pick<Tx, 'selectFrom'>,
  orderId: string,
): Promise<OrderKey | undefined> {
  return tx.selectFrom('orders').select(['id', 'merchant_id']).where('id', '=', orderId).executeTakeFirst();
}
