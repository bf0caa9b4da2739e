import type { Database } from '../store/engine.ts';
import type { OrderView } from './order-view.ts';

/** The order a payment address leads to, with all that the page says of it. */
export async function findView({ reader: kysely }: Database, token: string): Promise<OrderView | undefined> {
  const order = await kysely
    .selectFrom('orders')
    .selectAll()
    .where('payment_token', '=', token)
    .executeTakeFirst();
  if (!order) return undefined;
  const [merchant, project, lot, transaction] = await Promise.all([
    kysely.selectFrom('merchants').selectAll().where('id', '=', order.merchant_id).executeTakeFirstOrThrow(),
    kysely
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', order.project ?? '')
      .executeTakeFirst(),
    kysely
      .selectFrom('credit_lots')
      .selectAll()
      .where('id', '=', order.lot ?? '')
      .executeTakeFirst(),
    kysely.selectFrom('transactions').select('id').where('order_id', '=', order.id).executeTakeFirst(),
  ]);
  return { order, merchant, project, serialPrefix: lot?.serial_prefix, transactionId: transaction?.id };
}
