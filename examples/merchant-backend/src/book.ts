/** Booking: one total for flights and contribution, charged once. */
import { randomInt } from 'node:crypto';
import { CheckoutError, type ChosenContribution, type Offset, readContribution } from '@flight-offset/server';
import { BookingError } from './booking-error.ts';
import type { BookingRequest } from './booking-request.ts';
import { charge } from './charge.ts';
import { contribute } from './contribute.ts';
import { fareOf } from './fare.ts';
import type { Booked, Shop } from './shop.ts';

// #region book
/** Books an attempt once: the page sends it again if no response arrived, but it is booked and charged once. */
export function bookOnce(shop: Shop, request: BookingRequest): Promise<Booked> {
  const { attempts } = shop;
  const booked = attempts.get(request.attempt) ?? book(shop, request);
  attempts.set(request.attempt, booked);
  // A refused attempt has charged nothing, and may be corrected.
  booked.catch(() => attempts.delete(request.attempt));
  return booked;
}

async function book(shop: Shop, request: BookingRequest): Promise<Booked> {
  const { offset, currency, bookings } = shop;
  const { trip, travellers, contribution: token } = request;
  const fare = fareOf(request, currency);
  const chosen = token ? await chosenBy(offset, token) : undefined;
  if (chosen?.price && chosen.price.currency !== currency)
    throw new BookingError(409, `The contribution has no price in ${currency}. Choose it again.`);
  const amount = chosen?.price?.amountMinor ?? 0;
  // One total, charged once. The page must show the charged amount.
  if (request.total !== fare + amount)
    throw new BookingError(409, 'The price has changed. Check it and pay again.');
  charge(request.card);
  const reference = newReference();
  const paid = fare + amount;
  const booked: Booked = { reference, trip, travellers, status: 'booked', currency, fare, paid };
  bookings.set(reference, booked);
  if (token && chosen) {
    const user = { name: travellers[0] ?? '', email: request.email };
    await contribute(shop, booked, { token, reference, user }, { amount, kilograms: chosen.grams / 1000 });
  }
  return booked;
}
// #endregion book

/** Returns the contribution of a token, with the price that the traveller saw. */
async function chosenBy(offset: Offset, token: string): Promise<ChosenContribution> {
  try {
    return await readContribution(offset, token);
  } catch (error) {
    // For example after the computer slept: the widget has not renewed its quote yet.
    if (error instanceof CheckoutError && /^quote_/.test(error.code))
      throw new BookingError(
        409,
        'The price of the contribution has expired. Choose it again, or book without it.',
      );
    throw error;
  }
}

/** Creates a reference of six characters that are not easily confused. */
function newReference(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}
