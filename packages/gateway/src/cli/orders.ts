import type { OrderContext } from '../orders/context.ts';
import { orderSettings } from '../orders/settings.ts';
import { settleOrder } from '../orders/settle.ts';
import { createProvider } from '../payments/create-provider.ts';
import { markForRefund, refundDue } from '../payments/refund.ts';
import { inTransaction } from '../store/transaction.ts';
import { type Command, CommandError, storeCommand, type Work } from './command.ts';

/** What work on orders needs, as this process has it. A serving process sends what is left in the outbox. */
function contextOf({ db, config }: Work): OrderContext {
  return {
    db,
    publicUrl: config.GATEWAY_PUBLIC_URL ?? `http://localhost:${config.GATEWAY_PORT}`,
    now: Date.now,
    ...orderSettings(config),
    onNotification: () => {},
  };
}

/** Orders, one by one. */
export const orderCommands: readonly Command[] = [
  storeCommand('orders show ORDER', 'Prints an order with all that belongs to it.', [], async (work) => {
    const id = work.argument(0, 'ORDER');
    const { kysely } = work.db;
    const order = await kysely.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
    if (!order) throw new CommandError(`There is no order ${id}.`);
    const { payment_token: _, ...shown } = order;
    const [allocations, payments, transactions, deliveries] = await Promise.all([
      kysely
        .selectFrom('allocations')
        .selectAll()
        .where('merchant_id', '=', order.merchant_id)
        .where('order_id', '=', id)
        .execute(),
      kysely.selectFrom('payments').selectAll().where('order_id', '=', id).execute(),
      kysely.selectFrom('transactions').selectAll().where('order_id', '=', id).execute(),
      kysely.selectFrom('deliveries').selectAll().where('order_id', '=', id).execute(),
    ]);
    work.print({ ...shown, allocations, payments, transactions, deliveries });
  }),
  storeCommand(
    'orders expire ORDER',
    'Fails a pending order now and gives its credits back.',
    [],
    async (work) => {
      const id = work.argument(0, 'ORDER');
      const settled = await inTransaction(work.db, (tx) => settleOrder(tx, contextOf(work), id, 'failed'));
      if (!settled) throw new CommandError(`There is no pending order ${id}.`);
    },
  ),
  storeCommand(
    'orders refund ORDER',
    'Gives the money of an order back. Its credits stay retired: a retirement cannot be undone.',
    [],
    async (work) => {
      const id = work.argument(0, 'ORDER');
      const context = contextOf(work);
      if ((await markForRefund(context, id)) === 0) throw new CommandError(`No money was taken for ${id}.`);
      const { config } = work;
      const canAsk =
        (config.sandbox || config.GATEWAY_PROVIDER !== undefined) && config.missingProviderKeys.length === 0;
      const refunded = canAsk ? await refundDue(context, createProvider(config)) : 0;
      work.print(
        refunded > 0
          ? `${refunded} payment(s) refunded`
          : 'Marked to be given back: the serving process asks the provider within a minute.',
      );
    },
  ),
];
