import { readBooking } from '@flight-offset/example-airline-site/booking';
import { priceOf } from '@flight-offset/example-airline-site/price';
import { BookingError } from './booking-error.ts';
import type { BookingRequest } from './booking-request.ts';

/**
 * Calculates the fare by the airline's own timetable, minor units of `currency`; names and e-mail address are checked
 * too.
 * @throws BookingError if they are missing.
 */
export function fareOf({ trip, travellers, email }: BookingRequest, currency: string): number {
  const named = travellers.length > 0 && travellers.every((name) => name.trim());
  if (!named || !email.includes('@'))
    throw new BookingError(400, 'Enter the travellers and an e-mail address.');
  const booking = { ...readBooking(new URLSearchParams(trip)), travellers };
  return priceOf(booking, currency).total;
}
