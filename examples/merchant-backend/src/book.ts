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
/** The page sends an attempt again where no response arrived: it is booked and charged once. */
export function bookOnce(shop: Shop, request: BookingRequest): Promise<Booked> {
  const { attempts } = shop;
  const booked = attempts.get(request.attempt) ?? book(shop, request);
  attempts.set(request.attempt, booked);
  // What is refused has charged nothing, and may be corrected.
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
  // One total, charged once. What the page shows must be what is charged.
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

/** What a token stands for, with the price that the traveller saw. */
async function chosenBy(offset: Offset, token: string): Promise<ChosenContribution> {
  try {
    return await readContribution(offset, token);
  } catch (error) {
    // Such as of a computer that slept: the widget has not renewed its quote yet.
    if (error instanceof CheckoutError && /^quote_/.test(error.code))
      throw new BookingError(
        409,
        'The price of the contribution has expired. Choose it again, or book without it.',
      );
    throw error;
  }
}

/** Six characters nobody takes for each other. */
function newReference(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}
