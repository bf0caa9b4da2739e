import { BookingError } from './booking-error.ts';

const REFUSED_CARD = '4000000000000002';
const GOOD_CARD = '4242424242424242';

/**
 * Simulates a payment provider: one card is accepted, another declined.
 * @throws BookingError if nothing was charged.
 */
export function charge(card: string): void {
  if (card === REFUSED_CARD) throw new BookingError(402, 'The card was declined. Try another one.');
  if (card !== GOOD_CARD) throw new BookingError(400, 'Choose one of the two test cards.');
}
