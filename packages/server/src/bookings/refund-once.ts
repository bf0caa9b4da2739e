import type { CancelledContribution, ContributionPart, CreateRefundInput } from '@flight-offset/core';
import { OffsetApiError, type RefundResponse } from '@flight-offset/core/server';
import { CheckoutError } from '../checkout-error.ts';
import type { Offset } from '../offset.ts';
import { certainlyNotMade } from '../orders/failed-create.ts';
import { deleteWhere } from '../orders/lease.ts';
import { addJson, type OrderRecord, readJson, storeKey, writeJson } from '../orders/record.ts';
import { markForRefresh } from '../orders/refresh.ts';
import { hasCode } from '../service/codes.ts';

/** A refund, once the service has stated it. */
interface KnownRefund {
  readonly id: string;
  readonly status: RefundResponse['status'];
  readonly result: CancelledContribution;
}

/** A refund as the store keeps it, by its name. */
interface StoredRefund extends Partial<KnownRefund> {
  /** The first request: the service refuses the same key with anything else, such as another reason. */
  readonly request?: CreateRefundInput;
}

/**
 * Makes a refund once per name: the service forgets its idempotency key after two days, so refunds are remembered here.
 * One that {@link mayChange} is looked up again, by one call of the service. A failed refund is requested anew.
 * @returns undefined if nothing of the order is left.
 * @throws CheckoutError `settlement_unavailable` if the service has no refunds; otherwise as the client's call.
 */
export async function refundOnce(
  offset: Offset,
  record: OrderRecord,
  part: ContributionPart | undefined,
  reason: string | undefined,
): Promise<CancelledContribution | undefined> {
  const key = storeKey.refund(record.id, nameOf(part));
  const stored = await readJson<StoredRefund>(offset, key);
  const known = isKnown(stored) ? stored : undefined;
  const { last, hasUnrefunded } =
    known && mayChange(record, known) ? await fetchRefundState(offset, record, known) : { last: known };
  const result = last?.status === 'failed' ? undefined : last?.result;
  if (result && last !== known) await writeJson(offset, key, { ...last, request: stored?.request });
  // A call that stopped half-way may have written only the refund.
  if (result) await markForRefresh(offset, record.id);
  if (result && (part || !hasUnrefunded)) return result;
  const given = requestOf(record, part, reason);
  if (!stored) await addJson(offset, key, { request: given } satisfies StoredRefund);
  // Another process may have stored its own request.
  const { request = given } = stored ?? (await readJson<StoredRefund>(offset, key)) ?? {};
  // The key of a failed refund would only repeat its response.
  const idempotencyKey = last ? `${last.id}.again` : `${record.id}.${nameOf(part)}`;
  const refund = await offset
    .call((client) => client.refundOrder(record.id, request, { idempotencyKey }))
    .catch(async (error: unknown) => {
      if (certainlyNotMade(error, stored !== undefined))
        await deleteWhere(offset, key, JSON.stringify({ request }));
      requireNothingLeft(error, record, part);
    });
  if (!refund) return result;
  const next = knownRefund(record.id, refund);
  await writeJson(offset, key, { ...next, request } satisfies StoredRefund);
  await markForRefresh(offset, record.id);
  return next.result;
}

/** Whether a cancellation has refunded all of an order, or has requested it. */
export async function isCancelled(offset: Offset, orderId: string): Promise<boolean> {
  const stored = await readJson<StoredRefund>(offset, storeKey.refund(orderId, nameOf(undefined)));
  return isKnown(stored) && stored.status !== 'failed';
}

const isKnown = (stored: StoredRefund | undefined): stored is KnownRefund => stored?.id !== undefined;

/**
 * Whether the state of a refund may have changed: a pending refund, and a completed one, which bounces if the payer's
 * account is closed. A refund that the merchant itself pays does not pass through a provider, and stays completed.
 */
function mayChange({ settlement }: OrderRecord, { status }: KnownRefund): boolean {
  return status === 'pending' || (status === 'completed' && settlement !== 'merchant');
}

/** Reads the state of a refund from the service's list, and whether others failed. */
async function fetchRefundState(
  offset: Offset,
  { id, grams: total }: OrderRecord,
  known: KnownRefund,
): Promise<{ readonly last: KnownRefund; readonly hasUnrefunded?: boolean }> {
  try {
    const refunds = await offset.call((client) => client.listRefunds(id));
    const refund = refunds.find(({ refund_id }) => refund_id === known.id);
    const alive = refunds.filter(({ status }) => status !== 'failed');
    const gone = alive.reduce((sum, { grams = total }) => sum + grams, 0);
    return {
      last: refund && refund.status !== known.status ? knownRefund(id, refund) : known,
      hasUnrefunded: gone < total && alive.length < refunds.length,
    };
  } catch (error) {
    if (isUnknownEndpoint(error)) return { last: known };
    throw error;
  }
}

const isUnknownEndpoint = (error: unknown): boolean =>
  error instanceof OffsetApiError && error.isUnknownEndpoint;

function requestOf(
  record: OrderRecord,
  part: ContributionPart | undefined,
  reason: string | undefined,
): CreateRefundInput {
  return {
    ...(part && { emission_amount: gramsOf(record, part) / 1000, emission_unit: 'kgCO2' as const }),
    ...(reason !== undefined && { reason }),
  };
}

/** @throws the error of a refund, in words for the merchant's backend, unless nothing of an order is left to refund. */
function requireNothingLeft(
  error: unknown,
  { state }: OrderRecord,
  part: ContributionPart | undefined,
): void {
  const isOver = hasCode(error, 'NOTHING_LEFT');
  const isUnpaid = hasCode(error, 'NOT_COMPLETED');
  if (!part && (isOver || (isUnpaid && state !== 'completed'))) return;
  if (isOver) throw badPart('This part is larger than what is left of the order.', error);
  if (isUnpaid && part)
    throw badPart('The order is not paid: cancel it as a whole, or wait until it is paid.', error);
  if (part && (hasCode(error, 'INVALID') || hasCode(error, 'TOO_MANY')))
    throw badPart('The part is too small, or one too many: cancel all that is left.', error);
  throw isUnknownEndpoint(error) ? noCancellation(error) : error;
}

/** Names a refund, so that a repeat is the same one. */
function nameOf(part: ContributionPart | undefined): string {
  if (!part) return 'cancel';
  return 'leg' in part ? `leg-${part.leg}` : `part-${part.id}`;
}

/**
 * Calculates a leg's part of the contribution, by its part of the emissions; the last one gets the rounding remainder.
 * The quote of one flight states no parts: that flight is the whole.
 */
function gramsOf({ grams, legs = [grams] }: OrderRecord, part: ContributionPart): number {
  if ('grams' in part) return part.grams;
  const { leg } = part;
  if (leg >= legs.length) {
    throw badPart(`Legs of this order are 0 to ${legs.length - 1}.`, undefined, 'part.leg');
  }
  const total = legs.reduce((sum, one) => sum + one, 0);
  const upTo = (end: number): number =>
    Math.round((grams * legs.slice(0, end).reduce((sum, one) => sum + one, 0)) / total);
  return upTo(leg + 1) - upTo(leg);
}

function knownRefund(orderId: string, refund: RefundResponse): KnownRefund {
  const { refund_id: id, status, grams = 0, amount, credits } = refund;
  return {
    id,
    status,
    result: {
      orderId,
      outcome: status === 'completed' ? 'refunded' : 'refund_pending',
      ...(amount && { refund: { refundId: id, grams, amount, ...(credits && { credits }) } }),
    },
  };
}

function badPart(message: string, cause: unknown, field = 'part'): CheckoutError {
  return new CheckoutError('bad_request', message, { field, cause });
}

export function noCancellation(cause?: unknown): CheckoutError {
  return new CheckoutError(
    'settlement_unavailable',
    'This service cannot cancel or refund orders; ask its operator to do so.',
    { cause },
  );
}
