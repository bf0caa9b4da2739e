import type { OrderContext } from '../orders/context.ts';
import { lockOrder } from '../orders/end/lock-orders.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { nextRefundCheckMs } from '../providers/check-schedule.ts';
import type { RefundReport } from '../providers/provider.ts';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';
import { afterCommit, type Tx } from '../store/transaction.ts';
import { findCaptured } from './find-captured.ts';
import { excessOf, gramsOfPart, type Left, leftOf } from './left-to-refund.ts';
import { reassignShare } from './reassign-share.ts';
import { endRefund, type NewRefund, recordRefund, wereCreditsResold } from './record.ts';
import { changeRefund } from './refund-row.ts';
import { addToRefundSums } from './refund-transaction.ts';
import { refundUnkept } from './unkept.ts';

/** A provider's report of a refund or a dispute. */
export interface ReportToApply {
  readonly provider: string;
  readonly reported: RefundReport;
  /**
   * The dispute as stored before the provider's API was read for this report. Any other report may be older than what
   * is stored: an appeal changes the decision of a dispute, events arrive late and in any order, and a list was read a
   * while ago.
   */
  readonly known?: RefundRow | undefined;
}

/**
 * Applies a provider's report of a refund or a dispute: once, however often, late or out of order it arrives. A refund
 * made at the provider gets a record.
 * @returns `unknown` if the payment is unknown; the stored dispute if it may have been decided otherwise since the
 * report: nothing is changed, and the provider's API has to settle it.
 */
export async function applyRefund(
  tx: Tx,
  context: OrderContext,
  { provider, reported, known }: ReportToApply,
): Promise<'applied' | 'unknown' | RefundRow> {
  // A captured payment does not change: only the order's refunds have to be read after its lock.
  const payment = await findCaptured(tx, provider, reported.paymentReference);
  if (!payment) return 'unknown';
  const order = await lockOrder(tx, context, { id: payment.order_id, merchant_id: payment.merchant_id });
  if (!order) return 'unknown';
  const report = inReceivedCurrency(payment, reported);
  const refunds = await refundsOfOrder(tx, order);
  let refund = findRefund(refunds, provider, payment, report);
  if (refund && isDecidedOtherwise(refund, report) && refund.settled_at !== known?.settled_at) return refund;
  const isAnew = refund !== undefined && isCountedAnew(refund, report);
  if (!refund || isAnew) {
    const others = refunds.filter((one) => one !== refund);
    const counted = newRefund({ order, payment, others }, report, refund);
    refund = refund
      ? await reopen(tx, order, refund, counted)
      : await recordRefund(tx, context, order, counted);
  }
  await storeProviderReference(tx, context, refund, report);
  const { state, fault } = report;
  const ended = state === 'pending' ? undefined : await endRefund(tx, context, refund, { state, fault });
  if (ended?.state === 'completed') reportExcess(tx, context, payment, [...refunds, ended]);
  // A dispute that is lost in part frees the rest of what it had taken.
  if (ended?.state !== 'failed' && !isAnew) return 'applied';
  await reassignShare(tx, context, order, payment);
  // The gateway's own refund gave way to one made at the provider, of money that pays for nothing, and is due again. If
  // its own refund bounced, the operator decides: it would be sent again and again.
  if (report.refundId !== refund.id) await refundUnkept(tx, context, order);
  return 'applied';
}

/**
 * Reports that a refund or a lost dispute took more of a payment than the others had left.
 * @param refunds of its order, with that one as it is now.
 */
function reportExcess(
  tx: Tx,
  { onExcess }: OrderContext,
  payment: PaymentRow,
  refunds: readonly RefundRow[],
): void {
  const excess = excessOf(payment, refunds);
  if (!onExcess || excess === 0) return;
  const { order_id: orderId, received_currency: currency } = payment;
  afterCommit(tx, () => onExcess({ orderId, currency: currency ?? payment.currency, amountMinor: excess }));
}

function isDecidedOtherwise(refund: RefundRow, { state }: RefundReport): boolean {
  const isDecided = refund.cause === 'dispute' && refund.state !== 'pending' && state !== 'pending';
  return isDecided && refund.state !== state;
}

/**
 * Finds the refund of a report: by its reference, by the gateway's identifier, or else one that still waits to be sent
 * and that somebody made at the provider by hand.
 */
function findRefund(
  refunds: readonly RefundRow[],
  provider: string,
  payment: PaymentRow,
  { reference, refundId, cause, amount }: RefundReport,
): RefundRow | undefined {
  const named = refunds.find((one) => one.provider === provider && one.provider_reference === reference);
  if (named) return named;
  const waiting = refunds.filter(
    (one) => one.payment_id === payment.id && one.provider_reference === null && one.state === 'pending',
  );
  if (refundId !== undefined || cause === 'dispute') return waiting.find(({ id }) => id === refundId);
  return waiting.find(
    ({ currency, amount_minor }) => currency === amount.currency && amount_minor === amount.amount_minor,
  );
}

/**
 * Turns a lost dispute in another currency into one of the whole payment: the provider does not state which part it
 * takes, and banks rarely claim a part.
 */
function inReceivedCurrency(
  { received_currency, received_minor }: PaymentRow,
  report: RefundReport,
): RefundReport {
  const { cause, state, amount } = report;
  const isLost = cause === 'dispute' && state === 'completed';
  if (!isLost || received_currency === null || amount.currency === received_currency) return report;
  return { ...report, amount: { currency: received_currency, amount_minor: received_minor ?? 0 } };
}

/**
 * Whether a lost dispute takes its part of the order only now: it was won, and the payer challenged that, or it was
 * open with another currency or amount, such as a dispute that is lost in part.
 */
function isCountedAnew(refund: RefundRow, { state, amount }: RefundReport): boolean {
  if (refund.cause !== 'dispute' || state !== 'completed') return false;
  const isAlike = refund.currency === amount.currency && refund.amount_minor === amount.amount_minor;
  return refund.state === 'failed' || (refund.state === 'pending' && !isAlike);
}

/** Makes a dispute pending, with the part of the order that it takes now: a failed one has taken nothing so far. */
async function reopen(
  tx: Tx,
  order: OrderRow,
  refund: RefundRow,
  { currency, amount_minor, order_minor, grams }: NewRefund,
): Promise<RefundRow> {
  const taken = refund.state === 'pending' ? refund.order_minor : 0;
  await addToRefundSums(tx, order, { pending: order_minor - taken });
  return changeRefund(tx, refund, { state: 'pending', currency, amount_minor, order_minor, grams });
}

interface RefundedOrder {
  readonly order: OrderRow;
  readonly payment: PaymentRow;
  /** Its other refunds. */
  readonly others: readonly RefundRow[];
}

function newRefund(
  { order, payment, others }: RefundedOrder,
  { cause, amount, reason, reference }: RefundReport,
  before?: RefundRow,
): NewRefund {
  const left = leftOf(order, others);
  // A refund of money that never paid for the order takes no part of it.
  const isOfOrder = payment.kept_minor > 0 && amount.currency === order.currency;
  const minor = isOfOrder ? Math.min(amount.amount_minor, left.minor) : 0;
  return {
    cause,
    payment,
    currency: amount.currency,
    amount_minor: amount.amount_minor,
    order_minor: minor,
    grams: gramsTaken(left, minor, before),
    reason,
    provider_reference: reference,
  };
}

/** Calculates the grams that a refund takes of what is left: those that it returned before, if they were resold. */
function gramsTaken(left: Left, minor: number, before: RefundRow | undefined): number {
  if (before && wereCreditsResold(before)) return Math.min(before.grams, left.grams);
  return minor > 0 ? gramsOfPart(left, minor) : 0;
}

/** Stores the provider's identifier and, for a pending refund, when to request its state. */
async function storeProviderReference(
  tx: Tx,
  { now }: OrderContext,
  { merchant_id, id, attempts }: RefundRow,
  { reference, state, fault }: RefundReport,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({
      provider_reference: reference,
      fault: fault ?? null,
      ...(state === 'pending'
        ? { next_attempt_at: now() + nextRefundCheckMs(attempts), attempts: attempts + 1 }
        : {}),
    })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}
