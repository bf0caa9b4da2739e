/** Confirms the contribution of a paid booking. */
import { CheckoutError, confirmWithBooking } from '@flight-offset/server';
import type { Booked, BookedContribution, Shop } from './shop.ts';

/** Confirms it until it is known whether it was bought. The flights are booked in any case. */
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
    // It may have been bought: repeating the same token finds out. Your shop has a queue for it.
    if (isOpen) setTimeout(contribute, shop.retryMs, shop, booked, confirmation, line).unref();
    // Nothing was bought: the amount is refunded to the card.
    else booked.paid -= line.amount;
  }
  // #endregion contribute
}
