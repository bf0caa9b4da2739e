/** Confirming the contribution of a booking that is paid. */
import { CheckoutError, confirmWithBooking } from '@flight-offset/server';
import type { Booked, BookedContribution, Shop } from './shop.ts';

/** Confirms it until it is known whether it was bought. The flights are booked all the same. */
export async function contribute(
  shop: Shop,
  booked: Booked,
  confirmation: Parameters<typeof confirmWithBooking>[1],
  line: Pick<BookedContribution, 'amount' | 'kilograms'>,
): Promise<void> {
  // #region contribute
  try {
    const { orderId } = await confirmWithBooking(shop.offset, confirmation);
    booked.contribution = { ...line, orderId, status: 'completed' };
  } catch (error) {
    console.error(error);
    const isOpen = error instanceof CheckoutError && (error.retryable || error.code === 'internal');
    booked.contribution = { ...line, status: isOpen ? 'open' : 'not_made' };
    // It may have been bought: the same token again finds out. A shop of yours has a queue for it.
    if (isOpen) setTimeout(contribute, shop.retryMs, shop, booked, confirmation, line).unref();
    // Nothing was bought: the amount goes back to the card.
    else booked.paid -= line.amount;
  }
  // #endregion contribute
}
