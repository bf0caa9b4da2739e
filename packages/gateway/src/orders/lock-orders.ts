import { ORDER_COLUMNS } from '../store/columns.ts';
import type { Engine } from '../store/engine.ts';
import { isOneOf } from '../store/is-one-of.ts';
import { prepared } from '../store/prepared.ts';
import type { OrderRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import type { OrderContext } from './context.ts';

/**
 * Reads orders and holds them until the transaction ends: whoever moves money of an order asks for it first, so that
 * they come one after the other. Always in this order, so that two transactions never wait for each other crosswise.
 */
export async function lockOrders(tx: Tx, engine: Engine, orderIds: readonly string[]): Promise<OrderRow[]> {
  const among = isOneOf(engine, 'orders.id', orderIds);
  const build = () => {
    const found = tx.selectFrom('orders').select(ORDER_COLUMNS).where(among).orderBy('id');
    // SQLite has one writer at a time.
    return (engine === 'postgres' ? found.forUpdate() : found).compile();
  };
  return prepared(tx, 'orders held', build, among.compile(tx).parameters);
}

/** Reads one order and holds it, as {@link lockOrders}. */
export async function lockOrder(
  tx: Tx,
  { db }: Pick<OrderContext, 'db'>,
  orderId: string,
): Promise<OrderRow | undefined> {
  return (await lockOrders(tx, db.engine, [orderId]))[0];
}
