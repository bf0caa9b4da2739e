import type { OrderContext } from '../orders/context.ts';
import { lockOrder, type OrderKey } from '../orders/end/lock-orders.ts';
import { openPaymentsOf } from '../orders/end/open-payments.ts';
import { isHoldExtended } from '../orders/extend-hold.ts';
import { holdForPayment, isPastHold } from '../orders/hold.ts';
import { nextCheckMs } from '../providers/check-schedule.ts';
import { newId } from '../store/ids.ts';
import type { OrderRow, PaymentRow } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { MINUTE_MS } from '../time-span.ts';

/** A claimed payment and its order. */
export interface ClaimedPayment {
  readonly paymentId: string;
  readonly order: OrderKey;
}

/** Outcome of a claim to open a payment of an order. */
export type Opening =
  /** The caller has the claim: request the provider's page, under this identifier. */
  | { readonly kind: 'claimed'; readonly paymentId: string; readonly order: OrderRow }
  /** A payment is open; its page is known. */
  | { readonly kind: 'open'; readonly payment: PaymentRow; readonly url: string }
  /**
   * A payment is open, and its page has expired by the gateway's clock, or was opened before the payer requested more
   * time: check it with the provider before opening another.
   */
  | { readonly kind: 'stale'; readonly payment: PaymentRow }
  /** Another process is requesting a page from the provider. */
  | { readonly kind: 'waiting' }
  /** The order waits for no payment: it is settled, or has expired. */
  | { readonly kind: 'over' };

/**
 * How long the request to the provider may take after a claim, milliseconds; then the claiming process is considered
 * dead.
 */
const CLAIM_MS = 60_000;

/**
 * Claims the right to open a payment of an order. However many callers try, in however many processes, one of them gets
 * it; the others find the payment that it opened.
 */
export async function claimOpening(context: OrderContext, provider: string, key: OrderKey): Promise<Opening> {
  return inTransaction(context.db, async (tx): Promise<Opening> => {
    const order = await lockOrder(tx, context, key);
    const at = context.now();
    if (order?.status !== 'pending' || isPastHold(order, at)) return { kind: 'over' };
    const payments = await openPaymentsOf(tx, order)
      .selectAll()
      .where('provider', '=', provider)
      .orderBy('id', 'desc')
      .execute();
    const earlier = earlierOpening(context, order, payments, at);
    if (earlier) return earlier;
    // Nobody got the URL of a payment that is still opening.
    await tx
      .updateTable('payments')
      .set({ state: 'failed', check_at: null, updated_at: at })
      .where('merchant_id', '=', order.merchant_id)
      .where('order_id', '=', order.id)
      .where('state', '=', 'opening')
      .execute();
    const held = await holdForPayment(tx, context, order);
    if (!held) return { kind: 'over' };
    const paymentId = newId('pay', at);
    await tx
      .insertInto('payments')
      .values({
        merchant_id: order.merchant_id,
        id: paymentId,
        order_id: order.id,
        provider,
        // Until the provider's reference is known.
        reference: paymentId,
        currency: order.currency,
        amount_minor: order.amount_minor,
        state: 'opening',
        payment_reference: null,
        redirect_url: null,
        check_at: at + CLAIM_MS,
        created_at: at,
        updated_at: at,
      })
      .execute();
    return { kind: 'claimed', paymentId, order: held };
  });
}

/** Returns the opening that stands in the way of another one, from the payments of an order, newest first. */
function earlierOpening(
  context: OrderContext,
  order: OrderRow,
  payments: readonly PaymentRow[],
  at: number,
): Opening | undefined {
  for (const payment of payments) {
    if (isOpeningClaimed(payment, at)) return { kind: 'waiting' };
    if (payment.state === 'opening') continue;
    const { redirect_url: url, session_expires_at: until } = payment;
    const isAlive = url !== null && (until === null || (until > at && !isTooShort(context, order, until)));
    return isAlive ? { kind: 'open', payment, url } : { kind: 'stale', payment };
  }
  return undefined;
}

/** Providers may shorten a page to the limits that they have: so much is no sign that more time was requested since. */
const TOLERANCE_MS = 5 * MINUTE_MS;

/** Whether a provider's page that ends at a time was opened before its payer requested more time. */
function isTooShort(context: OrderContext, order: OrderRow, until: number): boolean {
  return isHoldExtended(context, order) && until < order.expires_at - TOLERANCE_MS;
}

/** Whether a process is just requesting the page of a payment from the provider. */
export function isOpeningClaimed(
  { state, updated_at }: Pick<PaymentRow, 'state' | 'updated_at'>,
  at: number,
): boolean {
  return state === 'opening' && updated_at > at - CLAIM_MS;
}

/**
 * Records the page that the provider created. Only then may the payer be sent there.
 * @returns `late` if the claim was considered dead, `over` if the order has ended meanwhile: then nobody may be sent
 * there.
 */
export async function finishOpening(
  context: OrderContext,
  { paymentId, order: key }: ClaimedPayment,
  page: { readonly reference: string; readonly url: string; readonly expiresAt: number },
): Promise<'open' | 'late' | 'over'> {
  return inTransaction(context.db, async (tx) => {
    // Held, so that a process that ends the order after this finds the page, and closes it.
    const order = await lockOrder(tx, context, key);
    const at = context.now();
    const isOver = order?.status !== 'pending';
    const { numUpdatedRows } = await tx
      .updateTable('payments')
      .set({
        reference: page.reference,
        redirect_url: page.url,
        session_expires_at: page.expiresAt,
        state: isOver ? 'failed' : 'started',
        check_at: isOver ? null : at + nextCheckMs(0),
        updated_at: at,
      })
      .where('merchant_id', '=', key.merchant_id)
      .where('id', '=', paymentId)
      .where('state', '=', 'opening')
      .executeTakeFirst();
    if (isOver) return 'over';
    return numUpdatedRows === 1n ? 'open' : 'late';
  });
}

/** Releases a claim: no page was created, or nobody got its URL. */
export async function abandonOpening(
  { db, now }: OrderContext,
  { paymentId, order }: ClaimedPayment,
): Promise<void> {
  await db.kysely
    .updateTable('payments')
    .set({ state: 'failed', check_at: null, updated_at: now() })
    .where('merchant_id', '=', order.merchant_id)
    .where('id', '=', paymentId)
    .where('state', '=', 'opening')
    .execute();
}
