import type { OrderState, RefundCause } from '@flight-offset/core';
import { releaseLimit } from '../merchants/limit.ts';
import type { OrderContext } from '../orders/context.ts';
import { addLines } from '../statements/lines.ts';
import { newId } from '../store/ids.ts';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';
import { afterCommit, type Tx } from '../store/transaction.ts';
import { addToOrder, book } from './book.ts';
import { changeRefund } from './refund-row.ts';
import { enqueueRefundWebhook } from './refund-webhook.ts';
import { expectedCredits, moveCredits } from './refunded-credits.ts';

/** A refund that is to be recorded. */
export interface NewRefund {
  readonly cause: RefundCause;
  /** Whose money goes back; undefined where no provider took any. */
  readonly payment: Pick<PaymentRow, 'id' | 'provider'> | undefined;
  readonly currency: string;
  readonly amount_minor: number;
  /** How much of it takes back what the order cost. */
  readonly order_minor: number;
  readonly grams: number;
  readonly reason?: string | undefined;
  /** Where the provider made it by itself. */
  readonly provider_reference?: string;
  /** What it was paid with where no provider makes it. */
  readonly paid_reference?: string;
  /** The refund that failed whose place it takes. */
  readonly replaces?: string;
  /** Of the request's `Idempotency-Key` and what it was used for, where it had one. */
  readonly key_hash?: string | undefined;
}

/**
 * Records a refund as pending. The order keeps its status, whatever becomes of it. Where no provider has to be called
 * for anything, it is completed at once.
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
  await addToOrder(tx, order, { pending: row.order_minor });
  noteRefund(tx, context, row);
  if (!isSent) return (await endRefund(tx, context, row, 'completed')) ?? row;
  if (context.onRefund) afterCommit(tx, context.onRefund);
  return row;
}

/** Records the refund of money that pays for nothing of its order. */
export async function recordSurplus(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  surplus: Pick<NewRefund, 'payment' | 'currency' | 'amount_minor'>,
): Promise<RefundRow> {
  return recordRefund(tx, context, order, { cause: 'surplus', ...surplus, order_minor: 0, grams: 0 });
}

/** From which states a refund moves to which. A completed one may bounce: the payer's account is closed. */
const FROM: Readonly<Record<Exclude<OrderState, 'pending'>, readonly OrderState[]>> = {
  completed: ['pending'],
  failed: ['pending', 'completed'],
};

/**
 * Moves a refund to its final state, once: with its transaction, the sums on its order, and the webhook.
 * @param refund as it was read while its order was held.
 * @param fault why it failed.
 * @returns the refund as it now is; undefined where it was in that state, or past it.
 */
export async function endRefund(
  tx: Tx,
  context: OrderContext,
  refund: RefundRow,
  state: Exclude<OrderState, 'pending'>,
  fault?: string,
): Promise<RefundRow | undefined> {
  if (!FROM[state].includes(refund.state)) return undefined;
  const at = context.now();
  const was =
    refund.state === 'pending' ? { pending: -refund.order_minor } : { refunded: -refund.order_minor };
  const is = state === 'completed' ? { refunded: refund.order_minor } : {};
  const order = await addToOrder(
    tx,
    { id: refund.order_id, merchant_id: refund.merchant_id },
    { ...was, ...is },
  );
  // Money that a payer paid beside the merchant goes back to the payer, and changes nothing of what the merchant owes.
  const isOfOrder = refund.order_minor > 0 || refund.grams > 0;
  const isOwedLess = order.settlement === 'merchant' && state === 'completed' && isOfOrder;
  // The limit before the credits, as a confirm locks them: so the two never wait for each other crosswise.
  if (isOwedLess) await releaseLimit(tx, order.merchant_id, order.currency, refund.order_minor);
  const credits = await moveCredits(tx, context, order, refund, state);
  // One that bounced gives the order grams only where they were taken out of stock again.
  const movedBack = credits === 'none' ? refund.credits : 'none';
  const booked =
    state === 'completed' || refund.transaction_id !== null
      ? await book(
          tx,
          order,
          { ...refund, credits: state === 'completed' ? credits : movedBack },
          { sign: state === 'completed' ? -1 : 1, at },
        )
      : null;
  // One that bounced keeps naming the transaction of the refund; the one which takes it back stands beside it.
  const transaction_id = refund.transaction_id ?? booked;
  const ended = { next_attempt_at: null, fault: fault ?? null, settled_at: at };
  const settled = await changeRefund(tx, refund, { state, credits, transaction_id, ...ended });
  if (isOwedLess) await addToStatement(tx, order, settled);
  await enqueueRefundWebhook(tx, context, order, settled);
  noteRefund(tx, context, settled);
  return settled;
}

/** Reports, once it is committed, which state a refund is in. */
function noteRefund(tx: Tx, { onMoney }: OrderContext, refund: RefundRow): void {
  if (!onMoney) return;
  const { id, order_id: orderId, state: outcome, currency, amount_minor: amountMinor } = refund;
  afterCommit(tx, () => onMoney({ kind: 'refund', orderId, id, outcome, currency, amountMinor }));
}

/**
 * Takes a refund off the next statement of a merchant which collected the money itself. No provider can bounce such a
 * refund: a payment of such an order pays for nothing of it.
 */
async function addToStatement(tx: Tx, order: OrderRow, refund: RefundRow): Promise<void> {
  const { merchant_id, currency, reference } = order;
  await addLines(tx, [
    {
      merchant_id,
      id: refund.id,
      kind: 'refund',
      product: order.product,
      order_id: order.id,
      reference,
      currency,
      amount_minor: -refund.order_minor,
      grams: refund.grams,
      created_at: refund.settled_at ?? refund.created_at,
    },
  ]);
}
