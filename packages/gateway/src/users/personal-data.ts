import type { Selectable } from 'kysely';
import type { Database } from '../store/engine.ts';
import type { DeliveryTable, OrderRow } from '../store/schema.ts';
import { countOrders, uncountOrder } from '../store/totals.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';

/** Everything kept of one e-mail address. */
export interface PersonalData {
  readonly orders: readonly OrderRow[];
  readonly deliveries: readonly Selectable<DeliveryTable>[];
}

async function ordersOf(tx: Pick<Tx, 'selectFrom'>, email: string): Promise<OrderRow[]> {
  return tx.selectFrom('orders').selectAll().where('email_key', '=', email.toLowerCase()).execute();
}

/** Collects everything kept of one e-mail address, over all merchants. */
export async function exportUser({ kysely }: Database, email: string): Promise<PersonalData> {
  const orders = await ordersOf(kysely, email);
  const ids = orders.map(({ id }) => id);
  const deliveries =
    ids.length === 0
      ? []
      : await kysely.selectFrom('deliveries').selectAll().where('order_id', 'in', ids).execute();
  return { orders, deliveries };
}

/**
 * Takes a person out of every settled order: name, e-mail address, tax id, the notifications and kept answers which
 * repeat them. Amounts, credits and transactions stay; the law on accounts asks for them.
 * @returns how many orders were changed, and how many are still pending and were left.
 */
export async function eraseUser(
  db: Database,
  email: string,
): Promise<{ readonly erased: number; readonly pending: number }> {
  return inTransaction(db, async (tx) => {
    const orders = await ordersOf(tx, email);
    const settled = orders.filter(({ status }) => status !== 'pending');
    for (const order of settled) await erase(tx, db, order);
    return { erased: settled.length, pending: orders.length - settled.length };
  });
}

async function erase(tx: Tx, db: Database, order: OrderRow): Promise<void> {
  const nobody = { user_name: null, user_email: null, user_tax_id: null, email_key: null };
  await uncountOrder(tx, db.engine, order);
  await tx.updateTable('orders').set(nobody).where('id', '=', order.id).execute();
  await countOrders(tx, db.engine, [{ ...order, ...nobody }]);
  const deliveries = await tx.selectFrom('deliveries').selectAll().where('order_id', '=', order.id).execute();
  for (const { id, body } of deliveries) {
    const notification = JSON.parse(body);
    notification.data.user = {};
    await tx
      .updateTable('deliveries')
      .set({ body: JSON.stringify(notification) })
      .where('id', '=', id)
      .execute();
  }
  const kept = await tx
    .selectFrom('idempotency')
    .selectAll()
    .where('merchant_id', '=', order.merchant_id)
    .where('response', 'like', `{"order_id":"${order.id}"%`)
    .execute();
  for (const { key, response } of kept) {
    const body = JSON.stringify({ ...JSON.parse(response ?? '{}'), user: {} });
    await tx
      .updateTable('idempotency')
      .set({ response: body })
      .where('merchant_id', '=', order.merchant_id)
      .where('key', '=', key)
      .execute();
  }
}
