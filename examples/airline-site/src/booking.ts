import type { Cabin, Flight } from '@flight-offset/core';
import { keep, kept } from './tab-store.ts';
import {
  daysLater,
  destinationsFrom,
  flightsOf,
  type Journey,
  journeysBetween,
  PLACES,
} from './timetable.ts';

/** A trip to book. Dates are `YYYY-MM-DD`; without `back` the trip is one way. */
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
export const CABIN_NAMES: Readonly<Record<Cabin, { name: string; fare: number }>> = {
  economy: { name: 'Economy', fare: 1 },
  premiumEconomy: { name: 'Premium economy', fare: 1.8 },
  business: { name: 'Business', fare: 4.2 },
  first: { name: 'First', fare: 7.5 },
};

/** Maximum number of travellers of one booking. */
export const MAX_TRAVELLERS = 9;

const WEEK_MS = 7 * 86_400_000;

/** Returns the next 14 December at least a week away: the page sells no flight of the past. */
export function firstDay(now: number = Date.now()): string {
  const year = new Date(now).getUTCFullYear();
  return `${Date.UTC(year, 11, 14) - now < WEEK_MS ? year + 1 : year}-12-14`;
}

/** The initial booking. */
export const FIRST_BOOKING: Booking = {
  from: 'ZRH',
  to: 'SFO',
  out: firstDay(),
  back: undefined,
  cabin: 'economy',
  travellers: ['Zoë Meier'],
  email: 'zoe.meier@example.com',
};

/** Tests whether a text is a calendar date: `Date` also accepts 31 February, as a day of March. */
const isDate = (text: string | null): text is string =>
  text !== null && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && daysLater(text, 0) === text;

/** Applies the query of a page to the previous booking. Missing and invalid parameters leave their field unchanged. */
export function readBooking(query: URLSearchParams, before: Booking = FIRST_BOOKING): Booking {
  const place = (name: string): string | undefined => {
    const code = query.get(name)?.toUpperCase();
    return code && PLACES[code] ? code : undefined;
  };
  const from = place('from') ?? before.from;
  const wanted = place('to') ?? before.to;
  const possible = destinationsFrom(from);
  const to = possible.includes(wanted) ? wanted : (possible[0] ?? before.to);
  const out = query.get('out');
  const back = query.get('back');
  const cabin = query.get('cabin') ?? '';
  const passengers = Number(query.get('passengers') ?? before.travellers.length);
  const departs = isDate(out) ? out : before.out;
  return {
    ...before,
    from,
    to,
    out: departs,
    back: isDate(back) ? [back, departs].sort()[1] : undefined,
    cabin: Object.hasOwn(CABIN_NAMES, cabin) ? (cabin as Cabin) : before.cabin,
    travellers: seats(before.travellers, passengers),
  };
}

function seats(names: readonly string[], wanted: number): string[] {
  const count = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), MAX_TRAVELLERS) : names.length;
  return Array.from({ length: count }, (_, index) => names[index] ?? '');
}

/** Writes the query that `readBooking` reads. It carries no names and no email address: a URL ends up in logs. */
export function writeBooking(booking: Booking): string {
  const { from, to, out, back, cabin, travellers } = booking;
  return new URLSearchParams({
    from,
    to,
    out,
    ...(back ? { back } : {}),
    cabin,
    passengers: String(travellers.length),
  }).toString();
}

/** Returns the one or two directions of a booking, with their dates. */
export function directionsOf(booking: Booking): { journey: Journey; date: string; title: string }[] {
  const { from, to, out, back } = booking;
  const there = journeysBetween(from, to)[0];
  const home = back ? journeysBetween(to, from)[0] : undefined;
  return [
    ...(there ? [{ journey: there, date: out, title: back ? 'Outbound' : 'Your flight' }] : []),
    ...(home && back ? [{ journey: home, date: back, title: 'Return' }] : []),
  ];
}

/** Returns all flights of a booking in order, as the widget takes them. */
export function bookedFlights(booking: Booking): Flight[] {
  return directionsOf(booking).flatMap(({ journey, date }) => flightsOf(journey, date));
}

const KEY = 'example-air-booking';

/** Returns the booking of this tab, or the initial one. */
export function storedBooking(): Booking {
  try {
    const stored = JSON.parse(kept(KEY) ?? 'null') as Partial<Booking> | null;
    return stored ? { ...FIRST_BOOKING, ...stored } : FIRST_BOOKING;
  } catch {
    return FIRST_BOOKING;
  }
}

/** Stores the booking for this tab, so that it is still there when the traveller comes back from paying. */
export function storeBooking(booking: Booking): void {
  keep(KEY, JSON.stringify(booking));
}

/** Returns the suggested date of a return. */
export function usualReturn(out: string): string {
  return daysLater(out, 7);
}
