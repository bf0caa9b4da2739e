import { createRefundSchema, parse } from '@flight-offset/core';
import { settleOrder } from '../orders/settle.ts';
import { lockOrder } from '../payments/lock-order.ts';
import { leftOf, refundsOfOrder } from '../refunds/left-to-refund.ts';
import { refundJson } from '../refunds/refund-json.ts';
import { refundPart } from '../refunds/request.ts';
import { sendRefunds } from '../refunds/send.ts';
import { refundUnkept } from '../refunds/unkept.ts';
import type { RefundRow } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { type Command, type CommandContext, CommandError, storeCommand, UsageError } from './command.ts';
import { contextOf, providerOf } from './order-context.ts';

/** What of an order to refund, as options state it. */
function partOf({ options }: CommandContext): { emission_amount?: number; reason?: string } {
  const { kilograms, reason } = options;
  const input = {
    ...(kilograms === undefined ? {} : { emission_amount: Number(kilograms) }),
    ...(reason === undefined ? {} : { reason }),
  };
  try {
    return parse(createRefundSchema, input, 'refund');
  } catch {
    throw new UsageError('--kilograms must be at least 0.001, --reason at most 500 characters.');
  }
}

/** Records what is to be refunded of an order. @throws CommandError where nothing is. */
async function recordRefunds(command: CommandContext, id: string): Promise<RefundRow[]> {
  const context = contextOf(command);
  const part = partOf(command);
  return inTransaction(command.db, async (tx) => {
    const order = await lockOrder(tx, context, id);
    if (!order) throw new CommandError(`There is no order ${id}.`);
    const unkept = await refundUnkept(tx, context, order);
    const left = leftOf(order, await refundsOfOrder(tx, id));
    if (order.status !== 'completed' || left.minor === 0) {
      if (unkept.length === 0)
        throw new CommandError(`Nothing of ${id} is left to refund: it is ${order.status}.`);
      return unkept;
    }
    return [...unkept, await refundPart(tx, context, order, part)];
  });
}

/** Orders, one by one. */
export const orderCommands: readonly Command[] = [
  storeCommand('orders show ORDER', 'Prints an order with all that belongs to it.', [], async (command) => {
    const id = command.argument(0, 'ORDER');
    const { kysely } = command.db;
    const order = await kysely.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
    if (!order) throw new CommandError(`There is no order ${id}.`);
    const { payment_token: _, ...shown } = order;
    const [allocations, payments, refunds, transactions, deliveries] = await Promise.all([
      kysely
        .selectFrom('allocations')
        .selectAll()
        .where('merchant_id', '=', order.merchant_id)
        .where('order_id', '=', id)
        .execute(),
      kysely.selectFrom('payments').selectAll().where('order_id', '=', id).execute(),
      refundsOfOrder(kysely, id),
      kysely
        .selectFrom('transactions')
        .selectAll()
        .where((eb) =>
          eb.or([
            eb.and([eb('order_id', '=', id), eb('refund_id', 'is', null)]),
            eb('refund_id', 'in', eb.selectFrom('refunds').select('id').where('order_id', '=', id)),
          ]),
        )
        .execute(),
      kysely.selectFrom('deliveries').selectAll().where('order_id', '=', id).execute(),
    ]);
    command.print({ ...shown, allocations, payments, refunds, transactions, deliveries });
  }),
  storeCommand(
    'orders expire ORDER',
    'Fails a pending order now and returns its credits to stock. A serving process closes its payment page.',
    [],
    async (command) => {
      const id = command.argument(0, 'ORDER');
      const settled = await inTransaction(command.db, (tx) =>
        settleOrder(tx, contextOf(command), id, 'failed'),
      );
      if (!settled) throw new CommandError(`There is no pending order ${id}.`);
    },
  ),
  storeCommand(
    'orders refund ORDER [--kilograms N] [--reason TEXT]',
    'Refunds an order, or a part of it, and prints its refunds. Allocated credits go back to stock; retired ones stay retired.',
    ['kilograms', 'reason'],
    async (command) => {
      const id = command.argument(0, 'ORDER');
      const recorded = await recordRefunds(command, id);
      const provider = providerOf(command);
      const { fault } = provider ? await sendRefunds(contextOf(command), provider, { orderId: id }) : {};
      const ids = new Set(recorded.map((one) => one.id));
      const refunds = await refundsOfOrder(command.db.kysely, id);
      command.print(refunds.filter((one) => ids.has(one.id)).map(refundJson));
      if (fault !== undefined)
        throw new CommandError(
          `The provider did not take it yet (${fault instanceof Error ? fault.message : 'fault'}); the serving process asks again.`,
        );
    },
  ),
];
