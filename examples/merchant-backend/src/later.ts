/** The link in the itinerary e-mail, for travellers who booked without a contribution. */
import { bookedFlights, readBooking } from '@flight-offset/example-airline-site/booking';
import { contributeLaterLink, contributeLaterQr } from '@flight-offset/server';
import { BookingError } from './booking-error.ts';
import { find, type Shop } from './shop.ts';

const DAY_MS = 86_400_000;

// #region later
/** Creates the link of a booking, valid for thirty days, and its QR code as an SVG document. */
export async function laterLink(shop: Shop, reference: string): Promise<{ link: string; qr: string }> {
  const { trip, travellers, status } = find(shop, reference);
  if (status === 'cancelled') throw new BookingError(409, 'The booking is cancelled.');
  const booking = readBooking(new URLSearchParams(trip));
  const link = await contributeLaterLink(shop.offset, {
    handlerUrl: shop.handlerUrl,
    flights: bookedFlights(booking),
    passengers: travellers.length,
    cabin: booking.cabin,
    reference,
    expiresAt: new Date(Date.now() + 30 * DAY_MS),
  });
  return { link, qr: contributeLaterQr(link) };
}
// #endregion later
