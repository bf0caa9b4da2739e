/** Records refunds that the provider cannot make, and that the gateway's operator paid another way. */
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { OrderContext } from '../orders/context.ts';
import { lockOrder } from '../orders/end/lock-orders.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import type { Provider } from '../providers/provider.ts';
import { isLeftFor, isMoneyLeftFor, leftOf } from '../refunds/left-to-refund.ts';
import { endRefund, recordRefund } from '../refunds/record.ts';
import { readPaymentOf, readRefund } from '../refunds/refund-row.ts';
import type { OrderRow, PaymentRow, RefundRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { failUncoveredRefund, recordIfMade, recordProviderRefunds } from './reconcile-refund.ts';
import { claimRefund, isRefundClaimed, releaseClaim } from './refund-claim.ts';

/**
 * Form of a reference: no e-mail address and no line break, since it is stored as long as the order, and in the audit
 * log.
 */
export const PAID_REFERENCE = /^[A-Za-z0-9][A-Za-z0-9 ._/-]{0,99}$/;

/** {@link PAID_REFERENCE} in words. */
export const PAID_REFERENCE_WORDS = '1 to 100 letters, digits, spaces and ._/- characters';

/** A refund cannot be recorded as paid. */
export class PaidRefundError extends Error {
  override readonly name = 'PaidRefundError';
  readonly code = 'refund_not_recorded';
}

/** Payment of a refund by other means. */
export interface PaidRefund {
  /** Reference of the payment, such as that of a bank transfer; see {@link PAID_REFERENCE}. */
  readonly reference: string;
  /**
   * The provider whose books are read first; undefined if they cannot be read, for example because the account is
   * closed.
   */
  readonly provider: Provider | undefined;
  /** Who paid it, for the audit log. */
  readonly by?: Actor | undefined;
}

/**
 * Records once that a refund was paid another way. A pending refund is completed, and no provider makes it; a failed
 * one is replaced by another, which is completed.
 * @returns the completed refund.
 * @throws PaidRefundError if the provider has made or accepted it, a process is sending it, or other refunds leave too
 * little of the money, in which case a pending refund fails; ProviderError.
 */
export async function recordPaidRefund(
  context: OrderContext,
  id: string,
  paid: PaidRefund,
): Promise<RefundRow> {
  const refund = await requireRefund(context, id);
  const { provider } = paid;
  if (provider && provider.name !== refund.provider)
    throw new PaidRefundError(
      `Refund ${id} is one of ${refund.provider}, whose settings are missing here. Look there yourself, then record it unchecked.`,
    );
  const payment = await readPaymentOf(context.db.kysely, refund);
  const record = refund.state === 'pending' ? completePending : replaceFailed;
  return record(context, payment, refund, paid);
}

const changedError = (refund: RefundRow): PaidRefundError =>
  new PaidRefundError(`Refund ${refund.id} has changed meanwhile: look at order ${refund.order_id} again.`);

/** Completes a pending refund, or fails it if others leave too little of its payment. */
async function completePending(
  context: OrderContext,
  payment: PaymentRow,
  refund: RefundRow,
  paid: PaidRefund,
): Promise<RefundRow> {
  const claim = await requireClaim(context, refund);
  try {
    if (paid.provider) await refuseMade(context, paid.provider, payment, refund);
    const completed = await inTransaction(context.db, async (tx) => {
      const order = await lockOrder(tx, context, { id: refund.order_id, merchant_id: refund.merchant_id });
      const isLeft = order && isMoneyLeftFor(refund, payment, await refundsOfOrder(tx, order));
      if (!order || !(await markPaid(tx, refund, isLeft ? paid.reference : null, claim)))
        throw changedError(refund);
      const now = await readRefund(tx, refund);
      if (!isLeft) {
        await failUncoveredRefund(tx, context, order, { payment, refund: now });
        return undefined;
      }
      return auditPaidRefund(tx, paid, (await endRefund(tx, context, now, { state: 'completed' })) ?? now);
    });
    if (completed) return completed;
  } catch (error) {
    // Nothing was sent, so that a repeat of the command, without the unreadable books, need not wait.
    await releaseClaim(context, refund, claim);
    throw error;
  }
  throw new PaidRefundError(
    `Refund ${refund.id} has failed: other refunds or a dispute leave less than it of the payment of order ${refund.order_id}.`,
  );
}

/** Records another refund, which is completed, in place of one that failed. */
async function replaceFailed(
  context: OrderContext,
  payment: PaymentRow,
  refund: RefundRow,
  paid: PaidRefund,
): Promise<RefundRow> {
  if (paid.provider) await recordProviderRefunds(context, paid.provider, payment);
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, context, { id: refund.order_id, merchant_id: refund.merchant_id });
    if (!order || !(await markPaid(tx, refund, paid.reference))) throw changedError(refund);
    const now = await readRefund(tx, refund);
    return auditPaidRefund(
      tx,
      paid,
      await recordReplacement(tx, context, order, { payment, refund: now, reference: paid.reference }),
    );
  });
}

/** Writes a completed refund into the audit log. @returns the refund. */
async function auditPaidRefund(tx: Tx, { by, reference }: PaidRefund, refund: RefundRow): Promise<RefundRow> {
  const { id, merchant_id: merchantId, order_id: subject, currency, amount_minor } = refund;
  const after = { refund: id, currency, amount_minor, reference };
  await recordAudit(tx, by, { merchantId, action: 'refund.paid', subject, after });
  return refund;
}

/** @throws PaidRefundError if a pending refund was made or has failed by the provider's books; ProviderError. */
async function refuseMade(
  context: OrderContext,
  provider: Provider,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  if (!(await recordIfMade(context, provider, payment, refund))) return;
  const { state } = await readRefund(context.db.kysely, refund);
  throw new PaidRefundError(
    state === 'failed'
      ? `Refund ${refund.id} has failed at ${provider.name}: record it again, and another one is completed in its place.`
      : `Refund ${refund.id} was made at ${provider.name}: look at order ${refund.order_id}.`,
  );
}

/**
 * Reads a refund.
 * @throws PaidRefundError if it is unknown, paid, completed, a dispute, or accepted by the provider.
 */
async function requireRefund({ db }: OrderContext, id: string): Promise<RefundRow> {
  const refund = await db.kysely.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
  if (!refund) throw new PaidRefundError(`There is no refund ${id}.`);
  const { cause, state, provider, provider_reference, paid_reference } = refund;
  if (paid_reference !== null)
    throw new PaidRefundError(`Refund ${id} is recorded as paid with ${paid_reference}.`);
  if (state === 'completed') throw new PaidRefundError(`Refund ${id} is completed.`);
  if (cause === 'dispute')
    throw new PaidRefundError(`Refund ${id} is a dispute, which the payer's bank decides.`);
  if (state === 'pending' && provider_reference !== null)
    throw new PaidRefundError(
      `${provider} has accepted refund ${id}: wait until it is completed or has failed.`,
    );
  return refund;
}

/**
 * Claims a pending refund, so that no process sends it.
 * @returns the end of the claim.
 * @throws PaidRefundError if one is sending it.
 */
async function requireClaim(context: OrderContext, refund: RefundRow): Promise<number> {
  const until = isRefundClaimed(refund, context.now()) ? undefined : await claimRefund(context, refund);
  if (until !== undefined) return until;
  throw new PaidRefundError(`Refund ${refund.id} is being sent or recorded: look at it again in a minute.`);
}

/**
 * Marks a refund as paid, once.
 * @param reference null: only checks that the refund may be changed.
 * @param claim end of this process's claim, if the refund is pending.
 * @returns whether the refund was still unchanged.
 */
async function markPaid(
  tx: Tx,
  { merchant_id, id, state }: RefundRow,
  reference: string | null,
  claim?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ paid_reference: reference })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('state', '=', state)
    .where('paid_reference', 'is', null)
    .$if(claim !== undefined, (query) =>
      query.where('provider_reference', 'is', null).where('next_attempt_at', '=', claim ?? 0),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

interface Replacement {
  readonly payment: PaymentRow;
  /** The failed one. */
  readonly refund: RefundRow;
  readonly reference: string;
}

/** Records a failed refund anew. @throws PaidRefundError if others took its money or its part of the order. */
async function recordReplacement(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  { payment, refund, reference }: Replacement,
): Promise<RefundRow> {
  const { id, cause, currency, amount_minor, order_minor, grams, reason } = refund;
  const refunds = await refundsOfOrder(tx, order);
  if (!isLeftFor(refund, order, payment, refunds))
    throw new PaidRefundError(`Another refund, or a dispute, took the place of refund ${id}.`);
  const left = leftOf(order, refunds);
  return recordRefund(tx, context, order, {
    cause: cause === 'surplus' ? 'surplus' : 'requested',
    payment,
    currency,
    amount_minor,
    order_minor,
    grams: order_minor > 0 && order_minor === left.minor ? left.grams : Math.min(grams, left.grams),
    reason: reason ?? undefined,
    paid_reference: reference,
    replaces: id,
  });
}
