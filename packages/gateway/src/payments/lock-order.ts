import type { OrderContext } from '../orders/context.ts';
import type { OrderRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/**
 * Reads an order and holds it until the transaction ends: whoever moves money of an order asks for it first, so that
 * they come one after the other and never wait for each other crosswise.
 */
export async function lockOrder(
  tx: Tx,
  { db }: Pick<OrderContext, 'db'>,
  orderId: string,
): Promise<OrderRow | undefined> {
  const found = tx.selectFrom('orders').selectAll().where('id', '=', orderId);
  // SQLite has one writer at a time.
  return (db.engine === 'postgres' ? found.forUpdate() : found).executeTakeFirst();
}
