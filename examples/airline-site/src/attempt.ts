/** The attempt to book a trip: until its booking has been shown, paying again sends the same attempt again. */
import { type Booking, writeBooking } from './booking.ts';
import { forget, keep, kept } from './tab-store.ts';

const ATTEMPT = 'example-air-attempt';

/** Names the attempt to book this trip: the backend books and charges it once, also if the page is loaded again. */
export function attemptAt(booking: Booking): string {
  const what = JSON.stringify([writeBooking(booking), booking.travellers, booking.email]);
  const [before, stored] = JSON.parse(kept(ATTEMPT) ?? '[]') as string[];
  if (before === what && stored) return stored;
  const attempt = crypto.randomUUID();
  keep(ATTEMPT, JSON.stringify([what, attempt]));
  return attempt;
}

/** A traveller who has seen that it is booked, and books it again, wants it twice. */
export const endAttempt = (): void => forget(ATTEMPT);
