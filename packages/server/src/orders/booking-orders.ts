import { referenceSchema } from '@flight-offset/core';
import type { Offset } from '../offset.ts';
import { withLease } from './lease.ts';
import { readJson, storeKey, writeJson } from './record.ts';

/** How long a writer may hold the list of a booking's orders, seconds. */
const WRITING_SECONDS = 30;

/** Returns the identifiers of a booking's orders, oldest first. */
export async function ordersOfBooking(offset: Offset, reference: string): Promise<readonly string[]> {
  return (await readJson<readonly string[]>(offset, storeKey.booking(reference))) ?? [];
}

/**
 * Maximum number of orders remembered per booking: no booking has so many, but one reference may be used for all
 * bookings.
 */
const MAX_ORDERS = 100;

/**
 * Remembers that an order belongs to a booking, which may have several: of attempts to pay, or of changes of the
 * booking. An invalid reference is ignored, such as the null of a session without a booking.
 */
export async function recordOrderOfBooking(
  offset: Offset,
  reference: string | undefined,
  orderId: string,
): Promise<void> {
  const booking = referenceSchema.safeParse(reference).data;
  if (booking === undefined || (await ordersOfBooking(offset, booking)).includes(orderId)) return;
  const isWritten = await withLease(
    offset,
    storeKey.writingBooking(booking),
    WRITING_SECONDS,
    async (isOver) => {
      const orders = await ordersOfBooking(offset, booking);
      if (isOver()) return false;
      if (!orders.includes(orderId))
        await writeJson(offset, storeKey.booking(booking), [...orders, orderId].slice(-MAX_ORDERS));
      return true;
    },
  );
  if (!isWritten) await recordOrderOfBooking(offset, reference, orderId);
}
