import { isLeftFor, isMoneyLeftFor } from '../refunds/left-to-refund.ts';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';

/**
 * Finds the refunds of an order that were not made and whose money is still there. A failed one no longer counts once
 * more of the order was refunded, except in place of others: the payer may have the money.
 * @param payments of the order.
 * @param refunds all of the order.
 * @returns identifiers of these refunds.
 */
export function owedRefunds(
  order: OrderRow,
  payments: readonly PaymentRow[],
  refunds: readonly RefundRow[],
): string[] {
  const owed = refunds.filter((refund) => {
    const payment = payments.find(({ id }) => id === refund.payment_id);
    if (!payment || refund.cause === 'dispute' || refund.paid_reference !== null) return false;
    if (refund.state === 'pending') return isMoneyLeftFor(refund, payment, refunds);
    return (
      refund.state === 'failed' &&
      isLeftFor(refund, order, payment, refunds) &&
      !refunds.some((other) => isRefundedSince(refund, other))
    );
  });
  return owed.map(({ id }) => id);
}

/** Whether more of the order was refunded after a refund of a part of it had failed. */
function isRefundedSince(failed: RefundRow, other: RefundRow): boolean {
  const isOfOrder = failed.order_minor > 0 && other.order_minor > 0;
  const isNew = other.replaces === null && other.created_at >= (failed.settled_at ?? 0);
  return isOfOrder && isNew && other.state !== 'failed';
}
