import type { CancelledContribution, ContributionPart } from '@flight-offset/core';
import { OffsetApiError, type RefundResponse } from '@flight-offset/core/server';
import { CheckoutError } from '../checkout-error.ts';
import type { Offset } from '../offset.ts';
import { type OrderRecord, readJson, storeKey, writeJson } from '../orders/record.ts';
import { readSoon } from '../orders/refresh.ts';
import { hasCode } from '../service/codes.ts';

/** A refund as the store keeps it, by its name. */
interface KnownRefund {
  readonly id: string;
  readonly status: RefundResponse['status'];
  readonly result: CancelledContribution;
}

/**
 * A refund by its name: the service forgets its idempotency key after two days, and refuses the same key with another
 * reason, so what was refunded is remembered here. One that {@link mayChange} is looked up again, by one call of the
 * service. One that failed is requested anew.
 * @returns undefined where nothing of the order is left.
 * @throws CheckoutError `settlement_unavailable` where the service has no refunds; as the client's call otherwise.
 */
export async function refundOnce(
  offset: Offset,
  record: OrderRecord,
  part: ContributionPart | undefined,
  reason: string | undefined,
): Promise<CancelledContribution | undefined> {
  const key = storeKey.refund(record.id, nameOf(part));
  const known = await readJson<KnownRefund>(offset, key);
  const last = known && mayChange(record, known) ? await lookUp(offset, record.id, known) : known;
  let next = last;
  if (!last || last.status === 'failed') {
    // The key of one that failed would only repeat its response.
    const idempotencyKey = last ? `${last.id}.again` : `${record.id}.${nameOf(part)}`;
    const refund = await refundPart(offset, record, part, { reason, idempotencyKey });
    next = refund && knownRefund(record.id, refund);
  }
  if (next && next !== known) {
    await writeJson(offset, key, next);
    await readSoon(offset, record.id);
  }
  return next?.result;
}

/** Whether a cancellation has refunded all of an order, or is about to. */
export async function isCancelled(offset: Offset, orderId: string): Promise<boolean> {
  const known = await readJson<KnownRefund>(offset, storeKey.refund(orderId, nameOf(undefined)));
  return known !== undefined && known.status !== 'failed';
}

/**
 * Whether a refund may be in another state by now: a pending one, and a completed one, which bounces where the payer's
 * account is closed. What the merchant itself returns does not pass through a provider, and stays completed.
 */
function mayChange({ settlement }: OrderRecord, { status }: KnownRefund): boolean {
  return status === 'pending' || (status === 'completed' && settlement !== 'merchant');
}

/** What has become of a refund; as it is known where the service does not list it. */
async function lookUp(offset: Offset, orderId: string, known: KnownRefund): Promise<KnownRefund> {
  try {
    const refunds = await offset.call((client) => client.listRefunds(orderId));
    const refund = refunds.find(({ refund_id }) => refund_id === known.id);
    return refund && refund.status !== known.status ? knownRefund(orderId, refund) : known;
  } catch (error) {
    if (isUnknownEndpoint(error)) return known;
    throw error;
  }
}

const isUnknownEndpoint = (error: unknown): boolean =>
  error instanceof OffsetApiError && error.isUnknownEndpoint;

async function refundPart(
  offset: Offset,
  record: OrderRecord,
  part: ContributionPart | undefined,
  { reason, idempotencyKey }: { readonly reason: string | undefined; readonly idempotencyKey: string },
): Promise<RefundResponse | undefined> {
  const grams = part && gramsOf(record, part);
  const input = {
    ...(grams === undefined ? {} : { emission_amount: grams / 1000, emission_unit: 'kgCO2' as const }),
    ...(reason === undefined ? {} : { reason }),
  };
  try {
    return await offset.call((client) => client.refundOrder(record.id, input, { idempotencyKey }));
  } catch (error) {
    const isOver = hasCode(error, 'NOTHING_LEFT');
    const isUnpaid = hasCode(error, 'NOT_COMPLETED');
    if (part && isOver) throw badPart('This part is larger than what is left of the order.', error);
    if (part && isUnpaid)
      throw badPart('The order is not paid: cancel it as a whole, or wait until it is paid.', error);
    if (isOver || isUnpaid) return undefined;
    if (isUnknownEndpoint(error)) throw noCancellation(error);
    throw error;
  }
}

/** Names a refund, so that a repeat is the same one. */
function nameOf(part: ContributionPart | undefined): string {
  if (!part) return 'cancel';
  return 'leg' in part ? `leg-${part.leg}` : `part-${part.id}`;
}

/**
 * A leg's part of the contribution, by its part of the emissions; the last one gets what rounding left. The quote of one
 * flight states no parts: that flight is the whole.
 */
function gramsOf({ grams, legs = [grams] }: OrderRecord, part: ContributionPart): number {
  if ('grams' in part) return part.grams;
  const { leg } = part;
  if (leg >= legs.length) {
    throw new CheckoutError(
      'bad_request',
      `The order has ${legs.length} ${legs.length === 1 ? 'leg' : 'legs'}, counted from 0.`,
      {
        field: 'part.leg',
      },
    );
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

function badPart(message: string, cause: unknown): CheckoutError {
  return new CheckoutError('bad_request', message, { field: 'part', cause });
}

/** The service lets nobody but its operator cancel or refund. */
export function noCancellation(cause?: unknown): CheckoutError {
  return new CheckoutError(
    'settlement_unavailable',
    'This service cannot cancel or refund orders; ask its operator to do so.',
    { cause },
  );
}
