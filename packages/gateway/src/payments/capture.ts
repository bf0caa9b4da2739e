import type { Money } from '@flight-offset/core';
import type { OrderContext } from '../orders/context.ts';
import { leastRefund } from '../providers/payable-step.ts';
import type { PaymentReport } from '../providers/provider.ts';
import { recordSurplus } from '../refunds/record.ts';
import type { OrderRow, PaymentRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/** Source of a report: an event from the provider, or a request while reconciling. */
export type Source = 'event' | 'question';

/** Money received for a payment. */
export interface Capture {
  /** The order in its new state; held by the transaction. */
  readonly order: OrderRow;
  readonly payment: PaymentRow;
  readonly report: PaymentReport;
  readonly source: Source;
  readonly received: Money;
  /** How much of it pays for the order: the whole price, or nothing. Minor units. */
  readonly kept: number;
}

/** Whether money pays for the order of a payment whose outcome was open. */
export function isPaidInFull(payment: PaymentRow, { currency, amount_minor }: Money): boolean {
  return (
    payment.state !== 'captured' && currency === payment.currency && amount_minor >= payment.amount_minor
  );
}

/** The columns of a payment that change when its money arrives, except its state. */
export function capturedColumns(
  { payment, report, source, received, kept }: Capture,
  at: number,
): Pick<
  PaymentRow,
  | 'reference'
  | 'payment_reference'
  | 'received_currency'
  | 'received_minor'
  | 'kept_minor'
  | 'check_at'
  | 'learned_by'
  | 'updated_at'
> {
  const known = report.paymentReference ?? payment.payment_reference;
  return {
    reference: report.reference,
    payment_reference: known,
    received_currency: received.currency,
    received_minor: received.amount_minor,
    kept_minor: kept,
    // Nothing can be refunded without the reference: it is requested until it is known.
    check_at: known === null ? at : null,
    learned_by: source,
    updated_at: at,
  };
}

/** Records the refund of money above what the order keeps; nothing if that is less than the provider can return. */
export async function refundSurplus(
  tx: Tx,
  context: OrderContext,
  { order, payment, received, kept }: Capture,
): Promise<void> {
  const { currency } = received;
  const amount_minor = received.amount_minor - kept;
  if (amount_minor < leastRefund(payment.provider, currency)) return;
  await recordSurplus(tx, context, order, { payment, currency, amount_minor });
}
