import type { Flight } from '@flight-offset/core';
/** One leg as Example Air sells it: a real flight number, the times only an example. */
export interface Leg {
  readonly origin: string;
  readonly destination: string;
  /** IATA code of the carrier that flies it, which is the one emissions are estimated for. */
  readonly carrier: string;
  readonly number: number;
  readonly departs: string;
  readonly arrives: string;
  /** Days between departure and arrival, by the calendars of both places. */
  readonly dayChange?: number;
}
/** A way between two places in one direction, and what Example Air asks for it in economy, whole euros. */
export interface Journey {
  readonly legs: readonly [Leg, ...Leg[]];
  readonly fare: number;
}
/** Places of the timetable, by airport code. */
export declare const PLACES: Readonly<Record<string, string>>;
/** Names of the carriers that fly for Example Air. */
export declare const CARRIERS: Readonly<Record<string, string>>;
/** Everything Example Air sells. */
export declare const TIMETABLE: readonly Journey[];
/** Where a journey begins and ends. */
export declare function ends(journey: Journey): {
  from: string;
  to: string;
};
/** Journeys between two places, in one direction. */
export declare function journeysBetween(from: string, to: string): Journey[];
/** Destinations that can be booked from a place. */
export declare function destinationsFrom(from: string): string[];
/** The flights of a journey which departs on `date` (`YYYY-MM-DD`), as the widget takes them. */
export declare function flightsOf(journey: Journey, date: string): Flight[];
/** The calendar date `days` after `date`, both `YYYY-MM-DD`. */
export declare function daysLater(date: string, days: number): string;
//# sourceMappingURL=timetable.d.ts.map
