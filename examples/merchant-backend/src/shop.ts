import type { Offset } from '@flight-offset/server';
import { BookingError } from './booking-error.ts';

/** Result of a booking's contribution. */
export interface BookedContribution {
  readonly orderId?: string;
  /** `open`: it is unknown whether it was bought, and it is confirmed again. */
  readonly status: 'completed' | 'open' | 'refunded' | 'not_made';
  /** Minor units of the booking's currency. */
  readonly amount: number;
  readonly kilograms: number;
  /** If it is refunded: whether the credits were returned, or are retired and stay so. */
  readonly credits?: 'returned' | 'retired' | 'none' | undefined;
}

/** A paid booking. Amounts are minor units of its currency. */
export interface Booked {
  readonly reference: string;
  readonly trip: string;
  readonly travellers: readonly string[];
  status: 'booked' | 'cancelled';
  readonly currency: string;
  readonly fare: number;
  /** Amount charged, less refunds. */
  paid: number;
  contribution?: BookedContribution | undefined;
}

/** State shared by booking, cancelling and contributing later. Your shop has a database in place of the maps. */
export interface Shop {
  readonly offset: Offset;
  /** ISO 4217 code of the shop's currency. */
  readonly currency: string;
  /** URL of the handler of `@flight-offset/server` for travellers. */
  readonly handlerUrl: string;
  /** Milliseconds before an open contribution is confirmed again. */
  readonly retryMs: number;
  /** Bookings by reference. */
  readonly bookings: Map<string, Booked>;
  /** Bookings by the attempt that made them: a unique column, in a database. */
  readonly attempts: Map<string, Promise<Booked>>;
}

/** Finds a booking. @throws BookingError if no booking has this reference. */
export function find({ bookings }: Shop, reference: string): Booked {
  const booked = bookings.get(reference);
  if (!booked) throw new BookingError(404, 'There is no such booking.');
  return booked;
}
