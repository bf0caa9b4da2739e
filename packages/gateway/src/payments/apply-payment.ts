import type { OrderContext } from '../orders/context.ts';
import { completeOrder } from '../orders/end/complete.ts';
import { lockOrder } from '../orders/end/lock-orders.ts';
import { OPEN_STATES } from '../orders/end/open-payments.ts';
import type { PaymentReport } from '../providers/provider.ts';
import type { OrderRow, PaymentRow } from '../store/schema.ts';
import { readingByKey } from '../store/sql/read-by-key.ts';
import { afterCommit, type Tx } from '../store/transaction.ts';
import { capturedColumns, isPaidInFull, refundSurplus, type Source } from './capture.ts';
import { paymentOf, type ReportedPayment, readReportedPayments } from './reported-payment.ts';

/**
 * Applies a provider's report of a payment: once, however often, late or out of order it arrives.
 *
 * - Money in full completes a pending order; any surplus is refunded.
 * - Money in another currency, or too little of it, completes nothing and is refunded, as is money for an order that is
 *   settled already.
 * - Money without an amount completes nothing: the provider's API is read.
 * - A payment that was not paid has ended. Its order has not: the payer may try again until it expires.
 * @returns false if the payment is unknown.
 */
export async function applyPayment(
  tx: Tx,
  context: OrderContext,
  provider: string,
  { report, source, merchantId }: ReportedPayment,
): Promise<boolean> {
  const find = (of = merchantId) => readReportedPayments(tx, context, provider, [{ report, merchantId: of }]);
  const known = paymentOf(await readingByKey(tx, context.db, find), report);
  if (!known) return false;
  const order = await lockOrder(tx, context, { id: known.order_id, merchant_id: known.merchant_id });
  // Read again: the payment may have changed while this transaction waited for the order.
  const payment = paymentOf(await find(known.merchant_id), report);
  if (!order || !payment) return false;
  if (report.state === 'paid') await capturePayment(tx, context, { order, payment, report, source });
  else if (report.state === 'closed') await failPayment(tx, context, payment, source);
  return true;
}

interface Paid {
  readonly order: OrderRow;
  readonly payment: PaymentRow;
  readonly report: PaymentReport;
  readonly source: Source;
}

async function capturePayment(
  tx: Tx,
  context: OrderContext,
  { order, payment, report, source }: Paid,
): Promise<void> {
  const { received, paymentReference } = report;
  const at = context.now();
  const row = tx
    .updateTable('payments')
    .where('merchant_id', '=', payment.merchant_id)
    .where('id', '=', payment.id);
  if (payment.state === 'captured') {
    // Keeps the known reference: Razorpay may also report money that it returned by itself.
    const own = payment.payment_reference ?? paymentReference;
    if (own !== undefined) await row.set({ payment_reference: own, check_at: null }).execute();
    return;
  }
  if (!received) {
    await row
      .set({ payment_reference: paymentReference ?? payment.payment_reference, check_at: at })
      .execute();
    return;
  }
  const settled = isPaidInFull(payment, received) ? await completeOrder(tx, context, order) : undefined;
  const kept = settled ? payment.amount_minor : 0;
  const capture = { order: settled ?? order, payment, report, source, received, kept };
  await row.set({ state: 'captured', fault: null, ...capturedColumns(capture, at) }).execute();
  emitPaymentOutcome(tx, context, { outcome: 'captured', payment, money: received });
  await refundSurplus(tx, context, capture);
}

interface PaymentOutcome {
  readonly outcome: 'captured' | 'failed';
  readonly payment: PaymentRow;
  /** The money received, or that was to be received. */
  readonly money: Pick<PaymentRow, 'currency' | 'amount_minor'>;
}

/** Reports the outcome of a payment once it is committed. */
export function emitPaymentOutcome(
  tx: Tx,
  { onMoney }: OrderContext,
  { outcome, payment, money }: PaymentOutcome,
): void {
  if (!onMoney) return;
  const { id, order_id: orderId } = payment;
  const { currency, amount_minor: amountMinor } = money;
  afterCommit(tx, () => onMoney({ kind: 'payment', orderId, id, outcome, currency, amountMinor }));
}

async function failPayment(
  tx: Tx,
  context: OrderContext,
  payment: PaymentRow,
  source: Source,
): Promise<void> {
  const over = {
    state: 'failed',
    check_at: null,
    fault: null,
    learned_by: source,
    updated_at: context.now(),
  } as const;
  const closed = await tx
    .updateTable('payments')
    .set(over)
    .where('merchant_id', '=', payment.merchant_id)
    .where('id', '=', payment.id)
    .where('state', 'in', OPEN_STATES)
    .returning('id')
    .execute();
  if (closed.length > 0) emitPaymentOutcome(tx, context, { outcome: 'failed', payment, money: payment });
}
