import type { Offset } from '@flight-offset/server';
import { BookingError } from './booking-error.ts';

/** What became of the contribution of a booking. */
export interface BookedContribution {
  readonly orderId?: string;
  /** `open`: whether it was bought is not known yet, and it is confirmed again. */
  readonly status: 'completed' | 'open' | 'refunded' | 'not_made';
  /** Minor units of the booking's currency. */
  readonly amount: number;
  readonly kilograms: number;
  /** Where it is refunded: whether the credits were returned, or are retired and stay so. */
  readonly credits?: 'returned' | 'retired' | 'none' | undefined;
}

/** A booking that is paid. Amounts are minor units of its currency. */
export interface Booked {
  readonly reference: string;
  readonly trip: string;
  readonly travellers: readonly string[];
  status: 'booked' | 'cancelled';
  readonly currency: string;
  readonly fare: number;
  /** What was charged, or is left of it once something went back. */
  paid: number;
  contribution?: BookedContribution | undefined;
}

/** What booking, cancelling and contributing later share. A shop of yours has a database in place of the maps. */
export interface Shop {
  readonly offset: Offset;
  /** ISO 4217 code of the currency it sells in. */
  readonly currency: string;
  /** Where travellers reach the handler of `@flight-offset/server`. */
  readonly handlerUrl: string;
  /** How long to wait before an open contribution is confirmed again, milliseconds. */
  readonly retryMs: number;
  /** By their references. */
  readonly bookings: Map<string, Booked>;
  /** Bookings by the attempt that made them: a unique column, in a database. */
  readonly attempts: Map<string, Promise<Booked>>;
}

/** @throws BookingError where no booking has this reference. */
export function find({ bookings }: Shop, reference: string): Booked {
  const booked = bookings.get(reference);
  if (!booked) throw new BookingError(404, 'There is no such booking.');
  return booked;
}
