import type { OrderState, RefundCause, RefundedCredits } from '@flight-offset/core';
import { releaseLimit } from '../merchants/limit.ts';
import type { OrderContext } from '../orders/context.ts';
import type { OrderKey } from '../orders/end/lock-orders.ts';
import { retakeCredits } from '../projects/retaken-credits.ts';
import { addLines } from '../statements/lines.ts';
import { newId } from '../store/ids.ts';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';
import { afterCommit, type Tx } from '../store/transaction.ts';
import { changeRefund } from './refund-row.ts';
import { addToRefundSums, insertRefundTransaction } from './refund-transaction.ts';
import { enqueueRefundWebhook } from './refund-webhook.ts';
import { expectedCredits, returnRefunded } from './refunded-credits.ts';

/** A refund to record. */
export interface NewRefund {
  readonly cause: RefundCause;
  /** The payment whose money goes back; undefined if no provider received any. */
  readonly payment: Pick<PaymentRow, 'id' | 'provider'> | undefined;
  readonly currency: string;
  readonly amount_minor: number;
  /** The part of it that refunds the price of the order. */
  readonly order_minor: number;
  readonly grams: number;
  readonly reason?: string | undefined;
  /** The provider's identifier, if it made the refund by itself. */
  readonly provider_reference?: string;
  /** Reference of the payment, if it was paid another way. */
  readonly paid_reference?: string;
  /** The failed refund that it replaces. */
  readonly replaces?: string;
  /** Hashes of the request's `Idempotency-Key` and of its use, if it had one. */
  readonly key_hash?: string | undefined;
}

/**
 * Records a refund as pending. The order keeps its status, whatever the outcome. If no provider has to be called, the
 * refund is completed at once.
 * @param order held by the transaction.
 */
export async function recordRefund(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  { payment, reason, ...refund }: NewRefund,
): Promise<RefundRow> {
  const at = context.now();
  const isSent = payment !== undefined && refund.amount_minor > 0 && refund.paid_reference === undefined;
  const row: RefundRow = {
    ...refund,
    merchant_id: order.merchant_id,
    id: newId('rfd', at),
    order_id: order.id,
    payment_id: payment?.id ?? null,
    credits: await expectedCredits(tx, order, refund.grams),
    state: 'pending',
    reason: reason ?? null,
    provider: payment?.provider ?? null,
    provider_reference: refund.provider_reference ?? null,
    paid_reference: refund.paid_reference ?? null,
    replaces: refund.replaces ?? null,
    key_hash: refund.key_hash ?? null,
    transaction_id: null,
    next_attempt_at: isSent ? at : null,
    attempts: 0,
    fault: null,
    created_at: at,
    settled_at: null,
  };
  await tx.insertInto('refunds').values(row).execute();
  await addToRefundSums(tx, order, { pending: row.order_minor });
  emitRefundOutcome(tx, context, row);
  if (!isSent) return (await endRefund(tx, context, row, { state: 'completed' })) ?? row;
  if (context.onRefund) afterCommit(tx, context.onRefund);
  return row;
}

/** Records the refund of a surplus: money that pays for nothing. */
export async function recordSurplus(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  surplus: Pick<NewRefund, 'payment' | 'currency' | 'amount_minor'>,
): Promise<RefundRow> {
  return recordRefund(tx, context, order, { cause: 'surplus', ...surplus, order_minor: 0, grams: 0 });
}

/** States from which a refund may move to a final one. A completed one may bounce: the payer's account is closed. */
const FROM: Readonly<Record<Exclude<OrderState, 'pending'>, readonly OrderState[]>> = {
  completed: ['pending'],
  failed: ['pending', 'completed'],
};

/** How a refund ends. */
interface FinalState {
  readonly state: Exclude<OrderState, 'pending'>;
  /** Why it failed. */
  readonly fault?: string | undefined;
}

/**
 * Moves a refund to its final state, once: with its transaction, the sums on its order, and the webhook.
 * @param refund as read while its order was held.
 * @returns the updated refund; undefined if it was already in that state, or past it.
 */
export async function endRefund(
  tx: Tx,
  context: OrderContext,
  refund: RefundRow,
  { state, fault }: FinalState,
): Promise<RefundRow | undefined> {
  if (!FROM[state].includes(refund.state)) return undefined;
  const at = context.now();
  const { order, credits, transaction_id } =
    state === 'completed' ? await complete(tx, context, refund, at) : await fail(tx, refund, at);
  const settled = await changeRefund(tx, refund, {
    state,
    credits,
    transaction_id,
    next_attempt_at: null,
    fault: fault ?? null,
    settled_at: at,
  });
  await enqueueRefundWebhook(tx, context, order, settled);
  emitRefundOutcome(tx, context, settled);
  return settled;
}

/** Changes that the end of a refund made. */
interface Ended {
  readonly order: OrderRow;
  readonly credits: RefundedCredits;
  /** The transaction that the refund names: the last that took money or credits of the order. */
  readonly transaction_id: string | null;
}

async function complete(tx: Tx, context: OrderContext, refund: RefundRow, at: number): Promise<Ended> {
  const { order_minor, grams } = refund;
  const order = await addToRefundSums(tx, orderKey(refund), { pending: -order_minor, refunded: order_minor });
  // Money that a payer paid in addition to the merchant is refunded to the payer: the merchant owes the same.
  const isOfOrder = order_minor > 0 || grams > 0;
  // The limit before the credits, in the same sequence as a confirm, to avoid deadlocks.
  if (order.settlement === 'merchant' && isOfOrder) await reduceDebt(tx, order, refund, at);
  const areGone = wereCreditsResold(refund);
  const credits = areGone ? 'returned' : await returnRefunded(tx, context, order, grams);
  // The first transaction already took those grams off the order.
  const moved = { ...refund, credits: areGone ? 'none' : credits } as const;
  const booked = await insertRefundTransaction(tx, order, moved, { sign: -1, at });
  // If nothing is left to take, the refund still names the first transaction: it returned those credits.
  return { order, credits, transaction_id: booked ?? (areGone ? refund.transaction_id : null) };
}

/**
 * Whether credits that a refund returned were resold before it bounced. If a dispute that was won is lost once more,
 * these are the credits that it returned.
 */
export function wereCreditsResold({ transaction_id, credits }: RefundRow): boolean {
  return transaction_id !== null && credits === 'returned';
}

/** Fails a refund. If it was completed, and bounced, reverts what completing it changed. */
async function fail(tx: Tx, refund: RefundRow, at: number): Promise<Ended> {
  const { state, order_minor, grams, transaction_id } = refund;
  const isBounced = state === 'completed';
  const was = isBounced ? { refunded: -order_minor } : { pending: -order_minor };
  const order = await addToRefundSums(tx, orderKey(refund), was);
  const wereReturned = isBounced && refund.credits === 'returned';
  // Others may have bought them meanwhile: then the refund still states `returned`, and doctor reports it.
  const areResold = wereReturned && !(await retakeCredits(tx, order, { grams, at }));
  const credits = areResold ? 'returned' : 'none';
  if (transaction_id === null) return { order, credits, transaction_id };
  // The order gets grams only if they were taken out of stock again.
  const moved = { ...refund, credits: areResold ? 'none' : refund.credits } as const;
  // The reversal gets its own transaction, beside the one that the refund names.
  await insertRefundTransaction(tx, order, moved, { sign: 1, at });
  return { order, credits, transaction_id };
}

function orderKey({ order_id: id, merchant_id }: RefundRow): OrderKey {
  return { id, merchant_id };
}

/** Reports the state of a refund once it is committed. */
function emitRefundOutcome(tx: Tx, { onMoney }: OrderContext, refund: RefundRow): void {
  if (!onMoney) return;
  const { id, order_id: orderId, state: outcome, currency, amount_minor: amountMinor } = refund;
  afterCommit(tx, () => onMoney({ kind: 'refund', orderId, id, outcome, currency, amountMinor }));
}

/**
 * Subtracts a refund from what a merchant owes that collected the money itself: its limit, and its next statement. No
 * provider can bounce such a refund: a payment of such an order pays for nothing of it.
 */
async function reduceDebt(tx: Tx, order: OrderRow, refund: RefundRow, at: number): Promise<void> {
  const { merchant_id, currency, reference, product } = order;
  await releaseLimit(tx, merchant_id, currency, refund.order_minor);
  await addLines(tx, [
    {
      merchant_id,
      id: refund.id,
      kind: 'refund',
      product,
      order_id: order.id,
      reference,
      currency,
      amount_minor: -refund.order_minor,
      grams: refund.grams,
      created_at: at,
    },
  ]);
}
