/** Checks a pending refund against the books of the provider and the claims of the payer's bank. */
import type { OrderContext } from '../orders/context.ts';
import { lockOrder } from '../orders/end/lock-orders.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import type { Provider } from '../providers/provider.ts';
import { isMoneyLeftFor } from '../refunds/left-to-refund.ts';
import { reassignShare } from '../refunds/reassign-share.ts';
import { endRefund } from '../refunds/record.ts';
import { readRefund } from '../refunds/refund-row.ts';
import { refundUnkept } from '../refunds/unkept.ts';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { applyReport } from './apply-report.ts';

/** Records the refunds in the provider's books. @returns whether this refund was made, or another has replaced it. */
export async function recordIfMade(
  context: OrderContext,
  provider: Provider,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<boolean> {
  await recordProviderRefunds(context, provider, payment);
  const { state, provider_reference } = await readRefund(context.db.kysely, refund);
  return state !== 'pending' || provider_reference !== null;
}

/** Records all refunds of a payment that the provider knows. @returns their total, minor units. */
export async function recordProviderRefunds(
  context: OrderContext,
  provider: Provider,
  { payment_reference: reference }: PaymentRow,
): Promise<number> {
  if (reference === null) return 0;
  let returned = 0;
  for await (const report of provider.refundsOf(reference)) {
    await applyReport(context, provider, report);
    if (report.state !== 'failed') returned += report.amount.amount_minor;
  }
  return returned;
}

/**
 * Checks why a provider refuses a refund: if other refunds and disputes leave less of the money than it needs, it
 * fails, and those take its share of the order. What is left of money that pays for nothing gets another refund.
 */
export async function failIfUncovered(
  context: OrderContext,
  provider: Provider,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<boolean> {
  const disputed = await sumDisputes(context, payment);
  const returned = disputed + (await recordProviderRefunds(context, provider, payment));
  if (returned + refund.amount_minor <= (payment.received_minor ?? 0)) return false;
  return failUncoveredUnless(context, payment, refund, () => false);
}

/**
 * Fails a refund if refunds that were paid another way leave too little for it: the provider does not know of those,
 * and would make it.
 * @returns whether nothing is to be sent.
 */
export async function failIfPaidAnotherWay(
  context: OrderContext,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<boolean> {
  const paid = await context.db.kysely
    .selectFrom('refunds')
    .select('id')
    .where('merchant_id', '=', refund.merchant_id)
    .where('order_id', '=', refund.order_id)
    .where('payment_id', '=', payment.id)
    .where('paid_reference', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (!paid) return false;
  return failUncoveredUnless(context, payment, refund, (refunds) => isMoneyLeftFor(refund, payment, refunds));
}

/**
 * Ends a refund that no provider has accepted yet, like {@link failUncoveredRefund}.
 * @param isLeft whether its money is left, by all refunds of its order.
 * @returns whether nothing is to be sent.
 */
function failUncoveredUnless(
  context: OrderContext,
  payment: PaymentRow,
  refund: RefundRow,
  isLeft: (refunds: readonly RefundRow[]) => boolean,
): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, context, { id: refund.order_id, merchant_id: refund.merchant_id });
    const now = await readRefund(tx, refund);
    if (!order || now.state !== 'pending' || now.provider_reference !== null) return true;
    if (isLeft(await refundsOfOrder(tx, order))) return false;
    await failUncoveredRefund(tx, context, order, { payment, refund: now });
    return true;
  });
}

interface PaymentAndRefund {
  readonly payment: PaymentRow;
  readonly refund: RefundRow;
}

/**
 * Ends a pending refund for which others leave too little of its payment: those take its share of the order.
 * @param order held by the transaction.
 */
export async function failUncoveredRefund(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  { payment, refund }: PaymentAndRefund,
): Promise<void> {
  const fault = 'other refunds and disputes leave less than this of the payment';
  await endRefund(tx, context, refund, { state: 'failed', fault });
  await reassignShare(tx, context, order, payment);
  await refundUnkept(tx, context, order);
}

/**
 * Adds up money of a payment that the payer's bank claims or has taken, minor units: no provider lists it among its
 * refunds. A dispute in another currency counts as all of it.
 */
async function sumDisputes(
  { db }: OrderContext,
  { merchant_id, id, received_currency, received_minor }: PaymentRow,
): Promise<number> {
  const disputes = await db.kysely
    .selectFrom('refunds')
    .select(['currency', 'amount_minor'])
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', id)
    .where('cause', '=', 'dispute')
    .where('state', '<>', 'failed')
    .execute();
  return disputes.reduce(
    (sum, { currency, amount_minor }) =>
      sum + (currency === received_currency ? amount_minor : (received_minor ?? 0)),
    0,
  );
}
