import type { Offset } from '../offset.ts';
import { withLease } from './lease.ts';
import { readJson, storeKey, writeJson } from './record.ts';

/** How long the list of a booking's orders may be held by one writer, seconds. */
const WRITING_SECONDS = 30;

/** Identifiers of the orders that belong to a booking, oldest first. */
export async function ordersOfBooking(offset: Offset, reference: string): Promise<readonly string[]> {
  return (await readJson<readonly string[]>(offset, storeKey.booking(reference))) ?? [];
}

/** Remembers that an order belongs to a booking, which may have several: of attempts to pay, or of changes of the booking. */
export async function rememberBooking(offset: Offset, reference: string, orderId: string): Promise<void> {
  if ((await ordersOfBooking(offset, reference)).includes(orderId)) return;
  await withLease(offset, storeKey.writingBooking(reference), WRITING_SECONDS, async () => {
    const orders = await ordersOfBooking(offset, reference);
    if (!orders.includes(orderId)) await writeJson(offset, storeKey.booking(reference), [...orders, orderId]);
  });
}
