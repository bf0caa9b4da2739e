import {
  type BookingCancellation,
  type BookingCancellationResult,
  bookingCancellationSchema,
  type CancelledContribution,
} from '@flight-offset/core';
import { CheckoutError, toCheckoutError } from '../checkout-error.ts';
import { readInput } from '../input.ts';
import type { Offset } from '../offset.ts';
import { ordersOfBooking } from '../orders/booking-orders.ts';
import { finalizeOrder } from '../orders/finalize.ts';
import { stateOf } from '../orders/read-order.ts';
import { type OrderRecord, readJson, storeKey, writeJson } from '../orders/record.ts';
import { hasCode } from '../service/codes.ts';
import { noCancellation, refundOnce } from './refund-once.ts';

/**
 * Cancels the contribution of a booking that is cancelled or changed: an order that is not paid yet is cancelled, a
 * completed one is refunded, as a whole or in part. If one fails, the others are cancelled before it throws. Calling it
 * again refunds nothing twice: it returns the state of each refund, and refunds money that has come back by a bounced
 * refund or a won dispute.
 *
 * If the merchant collected the money, the refund is a line of its next statement, and the merchant returns the
 * amount with the booking's. Credits that a registry has retired already stay retired; the refund says so.
 * @example
 * await cancelForBooking(offset, { reference: booking.id });
 * await cancelForBooking(offset, { orderId, part: { leg: 1 } });
 * @throws CheckoutError `not_found` for an order that this merchant did not create, or whose record or payment the
 * service has lost, `bad_request` for a part of an order that is unpaid or has less left, or one that the service
 * refuses, `settlement_unavailable` if the service has no such extension, `service_unavailable`.
 */
export async function cancelForBooking(
  offset: Offset,
  input: BookingCancellation,
): Promise<BookingCancellationResult> {
  try {
    const { reference, orderId, part, reason } = readInput(bookingCancellationSchema, input);
    // Before its orders are read: a link that creates one meanwhile finds this mark, or the order is in the list.
    if (orderId === undefined) await writeJson(offset, storeKey.cancelled(reference!), 1);
    const ids = orderId === undefined ? await ordersOfBooking(offset, reference!) : [orderId];
    const contributions: CancelledContribution[] = [];
    let failure: unknown;
    for (const id of ids) {
      try {
        const cancelled = await cancelOne(offset, id, { orderId, part, reason });
        if (cancelled) contributions.push(cancelled);
      } catch (error) {
        // An error that a repeat may resolve takes precedence.
        if (failure === undefined || isLost(failure)) failure = error;
      }
    }
    if (failure) throw failure;
    return { contributions };
  } catch (error) {
    throw toCheckoutError(isLost(error) ? noSuchOrder(error) : error);
  }
}

/** @returns undefined if nothing of the order is left: it failed, or all of it was refunded before. */
async function cancelOne(
  offset: Offset,
  id: string,
  { orderId, part, reason }: BookingCancellation,
): Promise<CancelledContribution | undefined> {
  const record = await readJson<OrderRecord>(offset, storeKey.order(id));
  if (!record) {
    // An order of a booking that is no longer stored must not keep the others from being cancelled.
    if (orderId === undefined) return undefined;
    throw noSuchOrder();
  }
  if (record.state === 'pending' && !part && (await cancelPending(offset, id))) {
    return { orderId: id, outcome: 'cancelled' };
  }
  if (record.state === 'failed') return undefined;
  return refundOnce(offset, record, part, reason);
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

/** After a restore of the service, no repeat finds the order or its payment. */
function isLost(error: unknown): boolean {
  return hasCode(error, 'NO_SUCH_ORDER') || hasCode(error, 'NOT_COMPLETED');
}

function noSuchOrder(cause?: unknown): CheckoutError {
  return new CheckoutError(
    'not_found',
    'There is no such order here, or the service has lost it or its payment.',
    {
      field: 'orderId',
      cause,
    },
  );
}
