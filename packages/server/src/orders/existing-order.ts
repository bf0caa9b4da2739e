import type { Offset } from '../offset.ts';
import { recordOrderOfBooking } from './booking-orders.ts';
import { requestInProgress, withLease } from './lease.ts';
import { failedOrder, otherBooking, otherTraveller, requestNewQuote, usedQuote } from './quote-refusal.ts';
import {
  type OrderRecord,
  type PayableOrder,
  type QuoteRecord,
  readJson,
  storeKey,
  writeJson,
} from './record.ts';

/** How long writing the booking of an order may take, seconds. */
const ASSIGNING_SECONDS = 30;

/**
 * Returns the order that this token already became for the same user, as long as it may still be paid. If a booking is
 * named, it must be the order's: a payment for one booking must not be reported for another, or for none.
 */
export async function orderForUser(
  offset: Offset,
  quote: string,
  user: string,
  reference: string | undefined,
): Promise<PayableOrder | undefined> {
  const known = await readJson<QuoteRecord>(offset, storeKey.quote(quote));
  if (!known?.order) return undefined;
  const order = await readJson<OrderRecord>(offset, storeKey.order(known.order.id));
  requirePayable(order);
  if (known.user !== user) throw otherTraveller();
  if (reference !== undefined && order?.reference !== reference)
    throw requestNewQuote('This quote was used for another booking. Request a new quote.');
  return known.order;
}

/**
 * Like {@link orderForUser}, for a paid booking: an order without a booking, such as one that a page created, becomes
 * its own. Its own completed order is returned too: the service knows who paid it.
 */
export async function orderForBooking(
  offset: Offset,
  quote: string,
  reference: string,
): Promise<PayableOrder | undefined> {
  const known = await readJson<QuoteRecord>(offset, storeKey.quote(quote));
  if (!known?.order) return undefined;
  let order = await readJson<OrderRecord>(offset, storeKey.order(known.order.id));
  if (order && order.reference === undefined) order = await assignBooking(offset, order.id, reference);
  if (order?.reference !== undefined && order.reference !== reference) throw otherBooking();
  if (order?.state === 'failed') throw failedOrder();
  await recordOrderOfBooking(offset, reference, known.order.id);
  return known.order;
}

/** Writes the booking of an order that has none, under the lease that makes orders final. @returns the order. */
async function assignBooking(
  offset: Offset,
  id: string,
  reference: string,
): Promise<OrderRecord | undefined> {
  return withLease(offset, storeKey.finalizing(id), ASSIGNING_SECONDS, async (isOver) => {
    const order = await readJson<OrderRecord>(offset, storeKey.order(id));
    if (!order || order.reference !== undefined) return order;
    requirePayable(order);
    if (isOver()) throw requestInProgress();
    const claimed = { ...order, reference };
    await writeJson(offset, storeKey.order(id), claimed);
    return claimed;
  });
}

/** @throws CheckoutError if an order is final. */
function requirePayable(order: OrderRecord | undefined): void {
  if (order?.state === 'completed') {
    throw usedQuote(
      'This quote was already used for an order that is paid. Request a new quote to contribute again.',
    );
  }
  if (order?.state === 'failed') throw failedOrder();
}
