import type { Flight } from '@flight-offset/core';

/** One leg as Example Air sells it: a real flight number, but example times. */
export interface Leg {
  readonly origin: string;
  readonly destination: string;
  /** IATA code of the operating carrier, for which emissions are estimated. */
  readonly carrier: string;
  readonly number: number;
  readonly departs: string;
  readonly arrives: string;
  /** Days between departure and arrival, by the calendars of both places. */
  readonly dayChange?: number;
}

/** A route in one direction, and Example Air's fare in economy, whole euros. */
export interface Journey {
  readonly legs: readonly [Leg, ...Leg[]];
  readonly fare: number;
}

/** Places of the timetable, by airport code. */
export const PLACES: Readonly<Record<string, string>> = {
  BOM: 'Mumbai',
  BOS: 'Boston',
  CDG: 'Paris',
  DEL: 'Delhi',
  FRA: 'Frankfurt',
  GVA: 'Geneva',
  HND: 'Tokyo',
  JFK: 'New York',
  LHR: 'London',
  SFO: 'San Francisco',
  SIN: 'Singapore',
  SYD: 'Sydney',
  ZRH: 'Zurich',
};

/** Names of the carriers that fly for Example Air. */
export const CARRIERS: Readonly<Record<string, string>> = {
  AF: 'Air France',
  AI: 'Air India',
  LH: 'Lufthansa',
  LX: 'SWISS',
  SQ: 'Singapore Airlines',
};

type Row = [fare: number, ...legs: string[]];

/** One row per journey: `carrier number origin-destination departs-arrives`, `+1` if it arrives a day later. */
const ROWS: readonly Row[] = [
  [430, 'LX 38 ZRH-SFO 13:10-16:15'],
  [455, 'LX 39 SFO-ZRH 19:05-15:40+1'],
  [380, 'LX 52 ZRH-BOS 17:40-20:05'],
  [372, 'LX 53 BOS-ZRH 21:45-11:20+1'],
  [465, 'LX 2807 GVA-ZRH 09:55-10:45', 'LX 38 ZRH-SFO 13:10-16:15'],
  [470, 'LX 39 SFO-ZRH 19:05-15:40+1', 'LX 2818 ZRH-GVA 17:35-18:25'],
  [102, 'LX 318 ZRH-LHR 12:05-12:55'],
  [107, 'LX 319 LHR-ZRH 13:45-16:25'],
  [402, 'LH 400 FRA-JFK 11:00-13:55'],
  [410, 'LH 401 JFK-FRA 16:10-05:50+1'],
  [545, 'AF 274 CDG-HND 23:25-20:15+1'],
  [540, 'AF 293 HND-CDG 22:55-05:40+1'],
  [350, 'AI 161 DEL-LHR 02:00-06:45'],
  [362, 'AI 162 LHR-DEL 09:45-00:15+1'],
  [61, 'AI 887 DEL-BOM 07:00-09:15'],
  [64, 'AI 888 BOM-DEL 10:15-12:25'],
  [327, 'SQ 221 SIN-SYD 20:45-07:35+1'],
  [333, 'SQ 222 SYD-SIN 16:10-21:25'],
];

function leg(text: string): Leg {
  const [carrier = '', number = '', route = '', times = ''] = text.split(' ');
  const [origin = '', destination = ''] = route.split('-');
  const [departs = '', arrives = ''] = times.split('-');
  const [at = '', days] = arrives.split('+');
  return {
    origin,
    destination,
    carrier,
    number: Number(number),
    departs,
    arrives: at,
    ...(days ? { dayChange: Number(days) } : {}),
  };
}

/** All journeys of Example Air. */
export const TIMETABLE: readonly Journey[] = ROWS.map(([fare, first, ...rest]) => ({
  fare,
  legs: [leg(first ?? ''), ...rest.map(leg)],
}));

/** Returns the origin and destination of a journey. */
export function ends(journey: Journey): { from: string; to: string } {
  return { from: journey.legs[0].origin, to: journey.legs.at(-1)?.destination ?? '' };
}

/** Returns the journeys between two places, in one direction. */
export function journeysBetween(from: string, to: string): Journey[] {
  return TIMETABLE.filter((journey) => ends(journey).from === from && ends(journey).to === to);
}

/** Returns the destinations that can be booked from a place. */
export function destinationsFrom(from: string): string[] {
  return TIMETABLE.map(ends)
    .filter((journey) => journey.from === from)
    .map((journey) => journey.to);
}

/** Returns the flights of a journey that departs on `date` (`YYYY-MM-DD`), as the widget takes them. */
export function flightsOf(journey: Journey, date: string): Flight[] {
  let day = date;
  return journey.legs.map((it, index) => {
    const before = journey.legs[index - 1];
    if (before) day = daysLater(day, before.dayChange ?? 0);
    const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
    return {
      origin: it.origin,
      destination: it.destination,
      operatingCarrierCode: it.carrier,
      flightNumber: it.number,
      departureDate: { year, month, day: dayOfMonth },
    };
  });
}

/** Returns the date `days` after `date`, both `YYYY-MM-DD`. */
export function daysLater(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
