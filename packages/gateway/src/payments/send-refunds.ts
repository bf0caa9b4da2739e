import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { OrderContext } from '../orders/context.ts';
import { nextRefundCheckMs, nextRefundMs } from '../providers/check-schedule.ts';
import type { Provider, RefundReport } from '../providers/provider.ts';
import { faultText, ProviderError } from '../providers/provider-error.ts';
import { readPaymentOf, readRefund } from '../refunds/refund-row.ts';
import type { PaymentRow, RefundRow } from '../store/schema.ts';
import { unindexed } from '../store/sql/of-merchants.ts';
import { HOUR_MS } from '../time-span.ts';
import { applyReport } from './apply-report.ts';
import { isLasting } from './is-lasting.ts';
import { failIfPaidAnotherWay, failIfUncovered, recordIfMade } from './reconcile-refund.ts';
import { CALL_MS, CLAIM_MS, claimRefund, isRefundClaimed } from './refund-claim.ts';

/** Result of sending refunds to a provider. */
export interface SentRefunds {
  /** Number of refunds that the provider accepted, or whose state it reported. */
  readonly sent: number;
  /** The first error; the other refunds were sent nevertheless. */
  readonly fault?: unknown;
}

/**
 * How long every provider remembers the identifier of a refund sent to it, milliseconds: Stripe forgets it after a day.
 */
const REMEMBERED_MS = 20 * HOUR_MS;
/** Interval at which a refund that another process sends is checked, milliseconds. */
const WAIT_MS = 100;

/**
 * Sends pending refunds that are due to the provider, and requests the state of those that it has accepted but not
 * completed. One process at a time sends a refund, under the refund's own identifier, so that sending it twice refunds
 * once. A refund that was sent before, or has waited for longer than providers remember identifiers, is first looked up
 * in the provider's books: Razorpay documents no such identifier outside India and Malaysia.
 * @param options `all`: includes those that are not due.
 */
export async function sendRefunds(
  context: OrderContext,
  provider: Provider,
  { limit = 20, all = false }: { readonly limit?: number; readonly all?: boolean } = {},
): Promise<SentRefunds> {
  const due = await readDueRefunds(context, provider, { limit, all });
  return sendEach(due, (refund) => send(context, provider, refund));
}

/**
 * Like {@link sendRefunds}, for all pending refunds of an order, due or not. It waits for a refund that another process
 * is sending.
 */
export async function sendRefundsOf(
  context: OrderContext,
  provider: Provider,
  orderId: string,
): Promise<SentRefunds> {
  const pending = await pendingAt(context, provider)
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('next_attempt_at')
    .execute();
  return sendEach(pending, (refund) => sendOrWait(context, provider, refund));
}

async function sendEach(
  refunds: readonly RefundRow[],
  attempt: (refund: RefundRow) => Promise<boolean>,
): Promise<SentRefunds> {
  let sent = 0;
  let fault: unknown;
  for (const refund of refunds) {
    try {
      if (await attempt(refund)) sent += 1;
    } catch (error) {
      fault ??= error;
    }
  }
  return { sent, ...(fault === undefined ? {} : { fault }) };
}

function pendingAt({ db }: OrderContext, { name }: Provider) {
  return (
    db.kysely
      .selectFrom('refunds')
      // SQLite would choose the provider's index, and read every refund ever made there.
      .where(unindexed('provider'), '=', name)
      .where('state', '=', 'pending')
  );
}

/**
 * Reads the refunds whose turn it is, oldest first. Merchants take turns: behind thousands of refunds after an
 * airline's strike, another merchant's travellers would wait for hours.
 * @returns at least one of each merchant, or `limit` if that is more.
 */
async function readDueRefunds(
  context: OrderContext,
  provider: Provider,
  { limit, all }: { readonly limit: number; readonly all: boolean },
): Promise<RefundRow[]> {
  const at = context.now();
  const due = pendingAt(context, provider)
    // The other columns are read once the turns are known: there may be a hundred thousand rows.
    .select(['merchant_id', 'id'])
    .select(sql<number>`row_number() over (partition by merchant_id order by next_attempt_at)`.as('turn'))
    .where((eb) => (all ? eb('next_attempt_at', 'is not', null) : eb('next_attempt_at', '<=', at)));
  const found = await context.db.kysely
    .selectFrom(due.as('due'))
    .innerJoin('refunds', (join) =>
      join.onRef('refunds.id', '=', 'due.id').onRef('refunds.merchant_id', '=', 'due.merchant_id'),
    )
    .selectAll('refunds')
    .select('turn')
    .where('turn', '<=', limit)
    .orderBy('turn')
    .orderBy('next_attempt_at')
    .execute();
  return found.filter(
    (refund, index) => (refund.turn === 1 || index < limit) && !isRefundClaimed(refund, at),
  );
}

/** Like {@link send}, but waits for the result if another process sends the refund. */
async function sendOrWait(context: OrderContext, provider: Provider, first: RefundRow): Promise<boolean> {
  let refund = first;
  for (let waited = 0; refund.state === 'pending' && waited <= CLAIM_MS; waited += WAIT_MS) {
    if (!isRefundClaimed(refund, context.now()) && (await send(context, provider, refund))) return true;
    await setTimeout(WAIT_MS);
    refund = await readRefund(context.db.kysely, first);
  }
  return false;
}

/** Sends a refund, or requests the state of an accepted one. @returns false if another process sends it. */
async function send(context: OrderContext, provider: Provider, refund: RefundRow): Promise<boolean> {
  const payment = await readPaymentOf(context.db.kysely, refund);
  return refund.provider_reference === null
    ? claimAndSend(context, provider, payment, refund)
    : refreshAccepted(context, provider, payment, refund);
}

async function refreshAccepted(
  context: OrderContext,
  provider: Provider,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<true> {
  try {
    // Without `refundId`: if it was made at the provider, the report says so.
    await record(context, provider, payment, await provider.findRefund(refund));
    return true;
  } catch (error) {
    // Nothing was claimed: the refund would be first in line each time.
    if (isLasting(error)) await recordFault(context, refund, error, nextRefundCheckMs(refund.attempts));
    throw error;
  }
}

/** Sends a refund that no provider has accepted yet. @returns false if another process sends it. */
async function claimAndSend(
  context: OrderContext,
  provider: Provider,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<boolean> {
  const until = await claimRefund(context, refund);
  if (until === undefined) return false;
  try {
    return await sendClaimed(context, provider, payment, { refund, until });
  } catch (error) {
    // After a temporary refusal by the database, the refund is due again once the claim ends.
    if (!isLasting(error)) throw error;
    const claimed = { ...refund, next_attempt_at: until };
    await recordFault(context, claimed, error, nextRefundMs(refund.attempts));
    if (isRefusal(error) && (await failIfUncovered(context, provider, payment, refund))) return true;
    throw error;
  }
}

/** Whether the provider refused something, rather than not responding. */
function isRefusal(error: unknown): boolean {
  const status = error instanceof ProviderError ? error.fault.status : undefined;
  return status !== undefined && status < 500;
}

/**
 * Sends a refund that this process has claimed.
 * @param claimed `refund`: as read before the claim; `until`: its end.
 */
async function sendClaimed(
  context: OrderContext,
  provider: Provider,
  payment: PaymentRow,
  { refund, until }: { readonly refund: RefundRow; readonly until: number },
): Promise<boolean> {
  // After its first turn a refund was claimed before, perhaps by a process that died.
  const isFirst = refund.next_attempt_at === refund.created_at;
  const mayBeMade = !isFirst || refund.created_at < context.now() - REMEMBERED_MS;
  if (mayBeMade && (await recordIfMade(context, provider, payment, refund))) return true;
  if (await failIfPaidAnotherWay(context, payment, refund)) return true;
  // The database or the provider's books took so long that another process may be sending the refund by now.
  if (context.now() > until - CALL_MS) return false;
  const report = await provider.refund({ refund, payment });
  await record(context, provider, payment, { ...report, refundId: refund.id });
  return true;
}

/** Records the provider's report of a refund. */
async function record(
  context: OrderContext,
  provider: Provider,
  payment: PaymentRow,
  report: RefundReport,
): Promise<void> {
  // The known payment, whatever reference the response has.
  const paymentReference = payment.payment_reference ?? report.paymentReference;
  const applied = await applyReport(context, provider, { ...report, paymentReference });
  if (applied === 'ignored') throw new ProviderError(provider.name, 'refund', { code: 'unknown_payment' });
}

/** Records an error, and when the refund is due again. @param refund as this process claimed or read it. */
async function recordFault(
  { db, now }: OrderContext,
  { merchant_id, id, attempts, next_attempt_at }: RefundRow,
  error: unknown,
  againMs: number,
): Promise<void> {
  await db.kysely
    .updateTable('refunds')
    .set({ next_attempt_at: now() + againMs, attempts: attempts + 1, fault: faultText(error) })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    // If this process was held up past its claim, another one sends the refund, and that result counts.
    .where('next_attempt_at', '=', next_attempt_at)
    .execute();
}
