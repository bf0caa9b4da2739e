import { serialsOf } from '../projects/serials.ts';
import type { Database } from '../store/engine.ts';
import type { OrderView, Refund } from './order-view.ts';

/** The form of a payment address's token; anything else is none of ours, and the database need not be asked. */
const TOKEN = /^[\w-]{43}$/;

/** The order a payment address leads to, with all that the page says of it. */
export async function findView(database: Database, token: string): Promise<OrderView | undefined> {
  const { reader: kysely } = database;
  if (!TOKEN.test(token)) return undefined;
  const order = await kysely
    .selectFrom('orders')
    .selectAll()
    .where('payment_token', '=', token)
    .executeTakeFirst();
  if (!order) return undefined;
  const [merchant, project, serials, transaction, refund] = await Promise.all([
    kysely.selectFrom('merchants').selectAll().where('id', '=', order.merchant_id).executeTakeFirstOrThrow(),
    kysely
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', order.project ?? '')
      .executeTakeFirst(),
    serialsOf(database, order.merchant_id, [order]),
    kysely.selectFrom('transactions').select('id').where('order_id', '=', order.id).executeTakeFirst(),
    findRefund(kysely, order.id),
  ]);
  return {
    order,
    merchant,
    project,
    serials: serials.get(order.id) ?? [],
    transactionId: transaction?.id,
    refund,
  };
}

/** What is still to be given back comes before what was. */
async function findRefund(kysely: Database['reader'], orderId: string): Promise<Refund | undefined> {
  const payment = await kysely
    .selectFrom('payments')
    .select(['state', 'updated_at'])
    .where('order_id', '=', orderId)
    .where('state', 'in', ['refund_due', 'refunded'])
    .orderBy('state')
    .orderBy('updated_at', 'desc')
    .executeTakeFirst();
  return payment && { doneAt: payment.state === 'refunded' ? payment.updated_at : undefined };
}
