import type { OrderContext } from '../orders/context.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { leastRefund } from '../providers/payable-step.ts';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { moneyLeftOf } from './left-to-refund.ts';
import { recordSurplus } from './record.ts';

/**
 * Calculates the money of a payment that pays for nothing and has no completed or pending refund, minor units; 0 if it
 * is less than the provider can return.
 */
export function unkeptOf(payment: PaymentRow, refunds: readonly RefundRow[]): number {
  const { unkept } = moneyLeftOf(payment, refunds);
  return unkept < leastRefund(payment.provider, payment.received_currency ?? payment.currency) ? 0 : unkept;
}

/**
 * Records refunds of all money of an order that is neither kept nor on its way back: an earlier refund of it failed.
 * @param order held by the transaction.
 */
export async function refundUnkept(tx: Tx, context: OrderContext, order: OrderRow): Promise<RefundRow[]> {
  const payments = await tx
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', order.merchant_id)
    .where('order_id', '=', order.id)
    .execute();
  const refunds = await refundsOfOrder(tx, order);
  const recorded: RefundRow[] = [];
  for (const payment of payments) {
    const unkept = unkeptOf(payment, refunds);
    if (unkept === 0 || payment.received_currency === null) continue;
    const surplus = { payment, currency: payment.received_currency, amount_minor: unkept };
    recorded.push(await recordSurplus(tx, context, order, surplus));
  }
  return recorded;
}
