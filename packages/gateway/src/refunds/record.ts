import type { OrderState, RefundCause, RefundedCredits } from '@flight-offset/core';
import { minorUnits, portionOf } from '@flight-offset/core';
import { sql } from 'kysely';
import { releaseLimit } from '../merchants/limit.ts';
import type { OrderContext } from '../orders/context.ts';
import type { OrderKey } from '../orders/lock-orders.ts';
import { takeCreditsBack } from '../projects/retaken-credits.ts';
import { returnableGrams, returnCredits } from '../projects/returned-credits.ts';
import { addLines } from '../statements/lines.ts';
import { newId } from '../store/ids.ts';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';
import { afterCommit, type Tx } from '../store/transaction.ts';
import { enqueueRefundWebhook } from './refund-webhook.ts';

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
  const isSent = payment !== undefined && refund.amount_minor > 0;
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

/** From which states a refund moves to which. A completed one may bounce: the payer's account is closed. */
const FROM: Readonly<Record<Exclude<OrderState, 'pending'>, readonly OrderState[]>> = {
  completed: ['pending'],
  failed: ['pending', 'completed'],
};

/**
 * Moves a refund to its final state, once: with its transaction, the sums on its order, and the webhook.
 * @param refund as it was read while its order was held.
 * @returns the refund as it now is; undefined where it was in that state, or past it.
 */
export async function endRefund(
  tx: Tx,
  context: OrderContext,
  refund: RefundRow,
  state: Exclude<OrderState, 'pending'>,
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
  const isOwedLess = order.settlement === 'merchant' && state === 'completed';
  // The limit before the credits, as a confirm locks them: so the two never wait for each other crosswise.
  if (isOwedLess) await releaseLimit(tx, order.merchant_id, order.currency, refund.order_minor);
  const credits = await moveCredits(tx, context, order, refund, state);
  const booked =
    state === 'completed' || refund.transaction_id !== null
      ? await book(
          tx,
          order,
          { ...refund, credits: state === 'completed' ? credits : refund.credits },
          { sign: state === 'completed' ? -1 : 1, at },
        )
      : null;
  // One that bounced keeps naming the transaction of the refund; the one which takes it back stands beside it.
  const transaction_id = refund.transaction_id ?? booked;
  const changed = { state, credits, transaction_id, next_attempt_at: null, fault: null, settled_at: at };
  await tx
    .updateTable('refunds')
    .set(changed)
    .where('merchant_id', '=', refund.merchant_id)
    .where('id', '=', refund.id)
    .execute();
  const settled = { ...refund, ...changed };
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
 * Takes a refund off the next statement of a merchant which collected the money itself.
 * No provider can bounce such a refund.
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

/** What will become of the credits of a refund once it is completed, as things stand. */
async function expectedCredits(tx: Tx, order: OrderRow, grams: number): Promise<RefundedCredits> {
  if (grams === 0) return 'none';
  return (await returnableGrams(tx, order)) >= grams ? 'returned' : 'retired';
}

/**
 * Returns the credits of a refund that is completed to stock, all of them or, where a batch has them, none. One that
 * bounced takes them back out; `returned` stays where others have bought them meanwhile, and doctor names it.
 */
async function moveCredits(
  tx: Tx,
  { now }: OrderContext,
  order: OrderRow,
  refund: RefundRow,
  state: Exclude<OrderState, 'pending'>,
): Promise<RefundedCredits> {
  if (refund.grams === 0) return 'none';
  if (state === 'completed') {
    return (await returnCredits(tx, order, refund.grams)) ? 'returned' : 'retired';
  }
  const wasReturned = refund.state === 'completed' && refund.credits === 'returned';
  if (!wasReturned) return 'none';
  return (await takeCreditsBack(tx, order, { grams: refund.grams, at: now() })) ? 'none' : 'returned';
}

/** Adds to the sums which an order carries of its refunds. */
async function addToOrder(
  tx: Tx,
  key: OrderKey,
  { pending = 0, refunded = 0 }: { readonly pending?: number; readonly refunded?: number },
): Promise<OrderRow> {
  return tx
    .updateTable('orders')
    .set({
      refund_pending_minor: sql`refund_pending_minor + ${pending}`,
      refunded_minor: sql`refunded_minor + ${refunded}`,
    })
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The rupees that a part of an order counts as, paise, half up. */
function inRupees({ amount_minor, inr_minor }: OrderRow, part: number): number {
  return amount_minor === 0 ? 0 : portionOf(minorUnits(inr_minor), part, amount_minor);
}

/**
 * Writes the transaction of a completed refund, whose amounts are negative, or the one which takes it back where it
 * bounced. A surplus has none: it never was part of a purchase.
 * @param order as it is with the refund counted.
 */
async function book(
  tx: Tx,
  order: OrderRow,
  refund: RefundRow,
  { sign, at }: { readonly sign: 1 | -1; readonly at: number },
): Promise<string | null> {
  if (refund.order_minor === 0 && refund.grams === 0) return null;
  const id = newId('txn', at);
  const amount_minor = sign * refund.order_minor;
  // What is refunded of the rupees less what was: each part rounded by itself, the parts would not sum up to the order.
  const inr_minor =
    inRupees(order, order.refunded_minor + amount_minor) - inRupees(order, order.refunded_minor);
  await tx
    .insertInto('transactions')
    .values({
      id,
      merchant_id: order.merchant_id,
      order_id: order.id,
      currency: order.currency,
      amount_minor,
      inr_minor,
      grams: refund.credits === 'returned' ? sign * refund.grams : 0,
      created_at: at,
      refund_id: refund.id,
    })
    .execute();
  return id;
}
