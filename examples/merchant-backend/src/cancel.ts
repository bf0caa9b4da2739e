/** Cancels a booking, and its contribution with it. */
import { CheckoutError, cancelForBooking } from '@flight-offset/server';
import { BookingError } from './booking-error.ts';
import { type Booked, type BookedContribution, find, type Shop } from './shop.ts';

// #region cancel
/** Cancels the flights, and refunds the payment. */
export async function cancel(shop: Shop, reference: string): Promise<Booked> {
  const booked = find(shop, reference);
  if (booked.status === 'cancelled') return booked;
  // Until it is known whether it was bought, there is nothing to refund or cancel.
  if (booked.contribution?.status === 'open')
    throw new BookingError(409, 'The contribution is still being confirmed. Cancel in a minute.');
  const cancelled = await cancelForBooking(shop.offset, { reference, reason: 'cancelled' }).catch(unlessLost);
  booked.contribution = refunded(booked, cancelled);
  booked.status = 'cancelled';
  booked.paid = 0;
  return booked;
}
// #endregion cancel

/** An order that the service lost in a restore is on no statement: its amount is refunded with the rest. */
function unlessLost(error: unknown): { readonly contributions: [] } {
  if (error instanceof CheckoutError && error.code === 'not_found') return { contributions: [] };
  throw error;
}

/** Result for the contribution; one refunded before, such as by the service's operator, is not named again. */
function refunded(
  { contribution }: Booked,
  { contributions }: Awaited<ReturnType<typeof cancelForBooking>>,
): BookedContribution | undefined {
  if (contribution?.status !== 'completed') return contribution;
  const own = contributions.find(({ orderId }) => orderId === contribution.orderId);
  return { ...contribution, status: 'refunded', credits: own?.refund?.credits };
}
