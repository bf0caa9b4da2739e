import {
  type BookingCancellation,
  type BookingCancellationResult,
  bookingCancellationSchema,
  type CancelledContribution,
  type ContributionPart,
  parse,
} from '@flight-offset/core';
import { OffsetApiError, type RefundResponse } from '@flight-offset/core/server';
import { CheckoutError, toCheckoutError } from '../checkout-error.ts';
import type { Offset } from '../offset.ts';
import { finalizeOrder, stateOf } from '../orders/finalize.ts';
import { type OrderRecord, readJson, storeKey, writeJson } from '../orders/record.ts';
import { hasCode } from '../service/codes.ts';
import { ordersOfBooking } from './booking-orders.ts';

/**
 * Cancels the contribution of a booking that is cancelled or changed: an order which is not paid yet is cancelled, a
 * completed one is refunded, as a whole or in part. Calling it again refunds nothing twice.
 *
 * Where the merchant collected the money, the refund is a line of its next statement, and the merchant returns the
 * amount with the booking's own. Credits that a registry has retired already stay retired; the refund says so.
 * @example
 * await cancelForBooking(offset, { reference: booking.id });
 * await cancelForBooking(offset, { orderId, part: { leg: 1 } });
 * @throws CheckoutError `not_found` for an order which this merchant did not create, `settlement_unavailable` where the
 * service has no such extension, `service_unavailable`.
 */
export async function cancelForBooking(
  offset: Offset,
  input: BookingCancellation,
): Promise<BookingCancellationResult> {
  try {
    const { reference, orderId, part, reason } = parse(bookingCancellationSchema, input);
    const ids = orderId === undefined ? await ordersOfBooking(offset, reference!) : [orderId];
    const contributions: CancelledContribution[] = [];
    for (const id of ids) {
      const cancelled = await cancelOne(offset, id, part, reason);
      if (cancelled) contributions.push(cancelled);
    }
    return { contributions };
  } catch (error) {
    throw toCheckoutError(error);
  }
}

/** @returns undefined where nothing of the order is left: it failed, or all of it was refunded before. */
async function cancelOne(
  offset: Offset,
  id: string,
  part: ContributionPart | undefined,
  reason: string | undefined,
): Promise<CancelledContribution | undefined> {
  const record = await readJson<OrderRecord>(offset, storeKey.order(id));
  if (!record) throw new CheckoutError('not_found', 'There is no such order here.', { field: 'orderId' });
  if (record.state === 'pending' && (await cancelPending(offset, id))) {
    return { orderId: id, outcome: 'cancelled' };
  }
  if (record.state === 'failed') return undefined;
  return refundOnce(offset, record, part, reason);
}

/**
 * A refund by its name: the service forgets its idempotency key after two days, and refuses the same key with another
 * reason, so what was refunded is remembered here.
 */
async function refundOnce(
  offset: Offset,
  record: OrderRecord,
  part: ContributionPart | undefined,
  reason: string | undefined,
): Promise<CancelledContribution | undefined> {
  const key = storeKey.refund(record.id, nameOf(part));
  const known = await readJson<CancelledContribution>(offset, key);
  if (known) return known;
  const refund = await refundPart(offset, record, part, reason);
  if (!refund) return undefined;
  const cancelled = refunded(record.id, refund);
  // One that failed gave nothing back: it may be requested again.
  if (refund.status !== 'failed') await writeJson(offset, key, cancelled);
  return cancelled;
}

/** @returns whether the order was pending. */
async function cancelPending(offset: Offset, id: string): Promise<boolean> {
  try {
    const order = await offset.call((client) => client.cancelOrder(id));
    if (!order) throw noCancellation();
    await finalizeOrder(offset, order);
    return stateOf(order) === 'failed';
  } catch (error) {
    if (hasCode(error, 'SETTLED_ALREADY')) return false;
    throw error;
  }
}

async function refundPart(
  offset: Offset,
  record: OrderRecord,
  part: ContributionPart | undefined,
  reason: string | undefined,
): Promise<RefundResponse | undefined> {
  const grams = part && gramsOf(record, part);
  const input = {
    ...(grams === undefined ? {} : { emission_amount: grams / 1000, emission_unit: 'kgCO2' as const }),
    ...(reason === undefined ? {} : { reason }),
  };
  const idempotencyKey = `${record.id}.${nameOf(part)}`;
  try {
    return await offset.call((client) => client.refundOrder(record.id, input, { idempotencyKey }));
  } catch (error) {
    if (hasCode(error, 'NOT_COMPLETED') || (!part && hasCode(error, 'NOTHING_LEFT'))) return undefined;
    if (hasCode(error, 'NOTHING_LEFT')) throw partTooLarge(error);
    if (error instanceof OffsetApiError && [404, 405, 501].includes(error.status))
      throw noCancellation(error);
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

function refunded(orderId: string, refund: RefundResponse): CancelledContribution {
  const { refund_id: refundId, grams = 0, amount, credits } = refund;
  return {
    orderId,
    outcome: refund.status === 'completed' ? 'refunded' : 'refund_pending',
    ...(amount && { refund: { refundId, grams, amount, ...(credits && { credits }) } }),
  };
}

function partTooLarge(cause: unknown): CheckoutError {
  return new CheckoutError('bad_request', 'This part is larger than what is left of the order.', {
    field: 'part',
    cause,
  });
}

function noCancellation(cause?: unknown): CheckoutError {
  return new CheckoutError(
    'settlement_unavailable',
    'This service cannot cancel or refund orders; ask its operator to do so.',
    { cause },
  );
}
