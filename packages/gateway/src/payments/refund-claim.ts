/** Of several processes that find the same refund due, one sends it. */
import type { OrderContext } from '../orders/context.ts';
import type { RefundRow } from '../store/schema.ts';

/**
 * How long a process that claimed a refund may take to send it, milliseconds; then it is looked up like a refund that
 * was sent.
 */
export const CLAIM_MS = 60_000;
/** Maximum part of {@link CLAIM_MS} for a call to the provider: a claim with less time left sends nothing. */
export const CALL_MS = 20_000;

/**
 * Whether a process is sending a refund just now. A failed attempt leaves a fault, an accepted refund has a reference.
 */
export function isRefundClaimed(
  { provider_reference, fault, next_attempt_at }: RefundRow,
  at: number,
): boolean {
  return provider_reference === null && fault === null && (next_attempt_at ?? 0) > at;
}

/**
 * Claims the right to send a refund. Of several processes that try, one gets it.
 * @returns the end of the claim; undefined if another process has it.
 */
export async function claimRefund({ db, now }: OrderContext, refund: RefundRow): Promise<number | undefined> {
  const until = now() + CLAIM_MS;
  const { numUpdatedRows } = await db.kysely
    .updateTable('refunds')
    .set({ next_attempt_at: until, fault: null })
    .where('merchant_id', '=', refund.merchant_id)
    .where('id', '=', refund.id)
    .where('state', '=', 'pending')
    .where('provider_reference', 'is', null)
    .where('next_attempt_at', '=', refund.next_attempt_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? until : undefined;
}

/** Releases a claim under which nothing was sent: the refund is due when it was before. */
export async function releaseClaim({ db }: OrderContext, refund: RefundRow, until: number): Promise<void> {
  const { next_attempt_at, fault } = refund;
  await db.kysely
    .updateTable('refunds')
    .set({ next_attempt_at, fault })
    .where('merchant_id', '=', refund.merchant_id)
    .where('id', '=', refund.id)
    .where('state', '=', 'pending')
    .where('provider_reference', 'is', null)
    .where('next_attempt_at', '=', until)
    .execute();
}
