import type { OrderContext } from '../orders/context.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { gramsOfPart, leftOf, missingShare } from './left-to-refund.ts';
import { changeRefund } from './refund-row.ts';
import { addToRefundSums, insertRefundTransaction } from './refund-transaction.ts';
import { enqueueRefundWebhook } from './refund-webhook.ts';
import { expectedCredits, returnRefunded } from './refunded-credits.ts';

/**
 * Assigns the part of an order that a failed refund leaves to the refunds and disputes of the same payment that were
 * made at the provider meanwhile: they found less left of the order than of the money.
 * @param order held by the transaction.
 * @param payment of the failed refund.
 */
export async function reassignShare(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  payment: PaymentRow,
): Promise<void> {
  if (payment.kept_minor === 0) return;
  const refunds = await refundsOfOrder(tx, order);
  let due = missingShare(payment, refunds);
  for (const refund of refunds) {
    const { payment_id, cause, state, currency, amount_minor, order_minor } = refund;
    const isMadeElsewhere = payment_id === payment.id && (cause === 'provider' || cause === 'dispute');
    if (!isMadeElsewhere || state === 'failed' || currency !== order.currency) continue;
    const left = leftOf(order, await refundsOfOrder(tx, order));
    const minor = Math.min(amount_minor - order_minor, due, left.minor);
    if (minor <= 0) continue;
    await addShare(tx, context, refund, { minor, grams: gramsOfPart(left, minor) });
    due -= minor;
  }
}

/** A part of an order to add to a refund. */
interface Share {
  readonly minor: number;
  readonly grams: number;
}

/** Adds a part of the order to a refund: to its sums, credits and transactions, and informs the merchant. */
async function addShare(
  tx: Tx,
  context: OrderContext,
  refund: RefundRow,
  { minor, grams }: Share,
): Promise<void> {
  const isCompleted = refund.state === 'completed';
  const order = await addToRefundSums(
    tx,
    { id: refund.order_id, merchant_id: refund.merchant_id },
    isCompleted ? { refunded: minor } : { pending: minor },
  );
  const { credits, grams: taken } = await addShareCredits(tx, context, order, { refund, grams });
  const booked = isCompleted
    ? await insertRefundTransaction(
        tx,
        order,
        { ...refund, order_minor: minor, grams: taken, credits },
        { sign: -1, at: context.now() },
      )
    : null;
  const changed = {
    order_minor: refund.order_minor + minor,
    grams: refund.grams + taken,
    credits,
    transaction_id: booked ?? refund.transaction_id,
  };
  const grown = await changeRefund(tx, refund, changed);
  if (isCompleted) await enqueueRefundWebhook(tx, context, order, grown);
}

/**
 * Adds grams to a refund. A refund has one state for all its credits: grams that would get another state stay with the
 * order.
 */
async function addShareCredits(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  { refund, grams }: { readonly refund: RefundRow; readonly grams: number },
): Promise<Pick<RefundRow, 'credits' | 'grams'>> {
  const hasNone = refund.grams === 0;
  if (refund.state === 'pending') {
    const credits = await expectedCredits(tx, order, refund.grams + grams);
    return { credits, grams };
  }
  const isAlike = hasNone || (await expectedCredits(tx, order, grams)) === refund.credits;
  if (!isAlike) return { credits: refund.credits, grams: 0 };
  const credits = await returnRefunded(tx, context, order, grams);
  // A batch may have been faster: then none have moved.
  return hasNone || credits === refund.credits ? { credits, grams } : { credits: refund.credits, grams: 0 };
}
