import type { Cabin, Flight } from '@flight-offset/core';
import { type Journey } from './timetable.ts';
/** What is being booked. Dates are `YYYY-MM-DD`; without `back` the trip is one way. */
export interface Booking {
  readonly from: string;
  readonly to: string;
  readonly out: string;
  readonly back: string | undefined;
  readonly cabin: Cabin;
  readonly travellers: readonly string[];
  readonly email: string;
}
/** Names of the cabins, as the page writes them, from the cheapest up; and the fare as a multiple of economy. */
export declare const CABIN_NAMES: Readonly<
  Record<
    Cabin,
    {
      name: string;
      fare: number;
    }
  >
>;
/** Most travellers of one booking. */
export declare const MAX_TRAVELLERS = 9;
/** The booking one starts with. */
export declare const FIRST_BOOKING: Booking;
/** Applies the query of a page to the previous booking. Missing and invalid parameters leave their field unchanged. */
export declare function readBooking(query: URLSearchParams, before?: Booking): Booking;
/** The query that `readBooking` reads. It carries no names and no email address: a URL ends up in logs. */
export declare function writeBooking(booking: Booking): string;
/** The two directions of a booking, or the one, with their dates. */
export declare function directionsOf(booking: Booking): {
  journey: Journey;
  date: string;
  title: string;
}[];
/** All flights of a booking in order, as the widget takes them. */
export declare function bookedFlights(booking: Booking): Flight[];
/** What the booking costs, whole euros: fare and taxes. */
export declare function priceOf(booking: Booking): {
  fare: number;
  taxes: number;
  total: number;
};
/** The booking of this tab, if it began one before. */
export declare function storedBooking(): Booking;
/** Keeps the booking for this tab, so that it is still there when the traveller comes back from paying. */
export declare function storeBooking(booking: Booking): void;
/** The next date a return may be on. */
export declare function usualReturn(out: string): string;
//# sourceMappingURL=booking.d.ts.map
