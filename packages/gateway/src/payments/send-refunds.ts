import { setTimeout } from 'node:timers/promises';
import type { OrderContext } from '../orders/context.ts';
import { lockOrder } from '../orders/end/lock-orders.ts';
import { nextRefundCheckMs, nextRefundMs } from '../providers/check-schedule.ts';
import type { Provider } from '../providers/provider.ts';
import { describeFault, ProviderError } from '../providers/provider-error.ts';
import { endRefund } from '../refunds/record.ts';
import { takeShare } from '../refunds/take-share.ts';
import { refundUnkept } from '../refunds/unkept.ts';
import type { PaymentRow, RefundRow } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { applyReport } from './apply-report.ts';

/** What came of asking a provider for refunds. */
export interface SentRefunds {
  /** How many the provider accepted, or reported the state of. */
  readonly sent: number;
  /** The first thing that went wrong; the rest was done nevertheless. */
  readonly fault?: unknown;
}

/** How long a provider surely remembers the identifier of a refund it was sent, milliseconds: Stripe forgets it after a day. */
const REMEMBERED_MS = 20 * 3_600_000;
/** How long a process that claimed a refund may take to send it, milliseconds; then it is looked for, as one that was sent. */
const CLAIM_MS = 60_000;
/** How much of that a call of the provider may take, milliseconds: a claim of which less is left sends nothing any more. */
const CALL_MS = 20_000;
/** How often a refund that another process sends is looked at, milliseconds. */
const WAIT_MS = 100;

/**
 * Asks the provider for pending refunds whose turn it is, and about those it has taken and not completed. A refund is
 * sent by one process at a time, and under its own identifier, so that sending twice refunds once. One that was sent
 * before, or that waits for longer than providers remember identifiers, is looked for in the provider's books first:
 * outside of India and Malaysia Razorpay documents none.
 * @param options `orderId`: those of one order, whether their turn or not; one that another process is sending is waited for.
 */
export async function sendRefunds(
  context: OrderContext,
  provider: Provider,
  { limit = 20, orderId }: { readonly limit?: number; readonly orderId?: string } = {},
): Promise<SentRefunds> {
  let pending = context.db.kysely
    .selectFrom('refunds')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('state', '=', 'pending')
    .orderBy('next_attempt_at')
    .limit(limit);
  pending =
    orderId === undefined
      ? pending.where('next_attempt_at', '<=', context.now())
      : pending.where('order_id', '=', orderId);
  const attempt = orderId === undefined ? send : sendOrWait;
  let sent = 0;
  let fault: unknown;
  for (const refund of await pending.execute()) {
    try {
      if (await attempt(context, provider, refund)) sent += 1;
    } catch (error) {
      fault ??= error;
    }
  }
  return { sent, ...(fault === undefined ? {} : { fault }) };
}

/** As {@link send}, and while another process sends the refund, waits for what comes of it. */
async function sendOrWait(context: OrderContext, provider: Provider, first: RefundRow): Promise<boolean> {
  let refund: RefundRow | undefined = first;
  for (let waited = 0; refund && waited <= CLAIM_MS; waited += WAIT_MS) {
    if (!isClaimed(refund, context.now()) && (await send(context, provider, refund))) return true;
    await setTimeout(WAIT_MS);
    refund = await context.db.kysely
      .selectFrom('refunds')
      .selectAll()
      .where('merchant_id', '=', first.merchant_id)
      .where('id', '=', first.id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
  }
  return false;
}

/** Whether a process is sending a refund just now. One that failed has a fault, one that was taken a reference. */
function isClaimed({ provider_reference, fault, next_attempt_at }: RefundRow, at: number): boolean {
  return provider_reference === null && fault === null && (next_attempt_at ?? 0) > at;
}

/** Claims the right to send a refund. Of several who read the same, one gets it. @returns until when; undefined: another has it. */
async function claim({ db, now }: OrderContext, refund: RefundRow): Promise<number | undefined> {
  const until = now() + CLAIM_MS;
  const { numUpdatedRows } = await db.kysely
    .updateTable('refunds')
    .set({ next_attempt_at: until, fault: null })
    .where('merchant_id', '=', refund.merchant_id)
    .where('id', '=', refund.id)
    .where('state', '=', 'pending')
    .where('provider_reference', 'is', null)
    .where('attempts', '=', refund.attempts)
    .where('next_attempt_at', '=', refund.next_attempt_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? until : undefined;
}

/** @returns false where another process sends it. */
async function send(context: OrderContext, provider: Provider, refund: RefundRow): Promise<boolean> {
  const payment = await context.db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('merchant_id', '=', refund.merchant_id)
    .where('id', '=', refund.payment_id ?? '')
    .executeTakeFirstOrThrow();
  const isTaken = refund.provider_reference !== null;
  // After its first turn it was claimed, perhaps by a process that died.
  const isFirst = refund.attempts === 0 && refund.next_attempt_at === refund.created_at;
  const mayBeMade = !isFirst || refund.created_at < context.now() - REMEMBERED_MS;
  const until = isTaken ? Number.POSITIVE_INFINITY : await claim(context, refund);
  if (until === undefined) return false;
  try {
    if (!isTaken && mayBeMade && (await isMade(context, provider, payment, refund))) return true;
    // Held up for so long, by its database or by the provider's books, that another may be sending it by now.
    if (context.now() > until - CALL_MS) return false;
    // One that is taken may have been made at the provider: whose it is, the provider says.
    const report = isTaken
      ? await provider.findRefund(refund)
      : { ...(await provider.refund({ refund, payment })), refundId: refund.id };
    // Its own payment, whatever the response calls it.
    const paymentReference = payment.payment_reference ?? report.paymentReference;
    const applied = await applyReport(context, provider, { ...report, paymentReference });
    if (applied === 'ignored') throw new ProviderError(provider.name, 'refund', { code: 'unknown_payment' });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const again = isTaken ? nextRefundCheckMs(refund.attempts) : nextRefundMs(refund.attempts);
    await context.db.kysely
      .updateTable('refunds')
      .set({
        next_attempt_at: context.now() + again,
        attempts: refund.attempts + 1,
        fault: describeFault(error.fault),
      })
      .where('merchant_id', '=', refund.merchant_id)
      .where('id', '=', refund.id)
      .where('state', '=', 'pending')
      .execute();
    const isRefused = error.fault.status !== undefined && error.fault.status < 500;
    if (!isTaken && isRefused && (await isOvertaken(context, provider, payment, refund))) return true;
    throw error;
  }
}

/** Whether the provider's books say that it has made a refund, or that another has taken its place: then that is recorded. */
async function isMade(
  context: OrderContext,
  provider: Provider,
  payment: PaymentRow,
  { merchant_id, id }: RefundRow,
): Promise<boolean> {
  await learnOfRefunds(context, provider, payment);
  const { state, provider_reference } = await context.db.kysely
    .selectFrom('refunds')
    .select(['state', 'provider_reference'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return state !== 'pending' || provider_reference !== null;
}

/** Records all refunds of a payment that the provider knows. @returns the money they return, minor units. */
async function learnOfRefunds(
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
 * Looks why a provider refuses a refund: where other refunds and disputes leave less of the money than it asks for, it has
 * failed, and those take its share of the order. Of money that pays for nothing, what is left is due by a refund of its own.
 */
async function isOvertaken(
  context: OrderContext,
  provider: Provider,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<boolean> {
  if (payment.payment_reference === null) return false;
  const disputed = await disputedOf(context, payment);
  const returned = disputed + (await learnOfRefunds(context, provider, payment));
  if (returned + refund.amount_minor <= (payment.received_minor ?? 0)) return false;
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, context, { id: refund.order_id, merchant_id: refund.merchant_id });
    const now = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('merchant_id', '=', refund.merchant_id)
      .where('id', '=', refund.id)
      .executeTakeFirstOrThrow();
    if (now.state !== 'pending' || now.provider_reference !== null) return true;
    await endRefund(tx, context, now, 'failed');
    if (!order) return true;
    await takeShare(tx, context, order, payment);
    await refundUnkept(tx, context, order);
    return true;
  });
}

/**
 * Money of a payment that the payer's bank claims or has taken back, minor units: no provider lists it among its refunds.
 * A dispute in another currency may be of all of it.
 */
async function disputedOf(
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
