/** Of several processes that find the same refund due, one sends it. */
import type { OrderContext } from '../orders/context.ts';
import type { RefundRow } from '../store/schema.ts';

/**
 * How long a process that claimed a refund may take to send it, milliseconds; then it is looked up like a refund that
 * was sent.
 */
export const CLAIM_MS = 60_000;
/** How much of that a call to the provider may take, milliseconds: a claim with less time left sends nothing. */
export const CALL_MS = 20_000;

/** Whether a process is sending a refund just now. One that failed has a fault, one that was taken a reference. */
export function isClaimed({ provider_reference, fault, next_attempt_at }: RefundRow, at: number): boolean {
  return provider_reference === null && fault === null && (next_attempt_at ?? 0) > at;
}

/**
 * Claims the right to send a refund. Of several processes that try, one gets it.
 * @returns until when; undefined: another has it.
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

/** Gives up a claim under which nothing was sent: the refund is as it was read before, and is due when it was. */
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
