import type { Flight } from '@flight-offset/core';

/** A flight in a form: every field is a text, as in inputs. */
export interface FlightFields {
  carrier: string;
  number: string;
  origin: string;
  destination: string;
  date: string;
  aircraft: string;
}

const DAY_MS = 86_400_000;

/**
 * Returns the next 14 December at least a week away: past flights cannot be bought, and figures depend on the month.
 */
export function flightDay(now: number = Date.now()): string {
  const year = new Date(now).getUTCFullYear();
  return `${Date.UTC(year, 11, 14) - now < 7 * DAY_MS ? year + 1 : year}-12-14`;
}

const OUT = flightDay();

/** The initial flight of forms. */
export const FIRST_FLIGHT = `LX 38 ZRH SFO ${OUT}`;

/** Real flights as examples, by name. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  'Zurich to San Francisco': FIRST_FLIGHT,
  'Zurich to London and back': `LX 318 ZRH LHR ${OUT}, LX 319 LHR ZRH ${OUT.slice(0, -2)}18`,
  'Delhi to Mumbai': `AI 887 DEL BOM ${OUT}`,
  'Frankfurt to New York': `LH 400 FRA JFK ${OUT}`,
  'Singapore to Sydney': `SQ 221 SIN SYD ${OUT}`,
  'Paris to Tokyo': `AF 274 CDG HND ${OUT}`,
  'An airport that does not exist': `LX 38 ZRH QQQ ${OUT}`,
};

/** Reads the fields of flights written as `LX 38 ZRH SFO 2026-12-14 789`, separated by commas. */
export function fieldsOf(text: string): FlightFields[] {
  return text.split(',').map((flight) => {
    const [carrier = '', number = '', origin = '', destination = '', date = '', aircraft = ''] = flight
      .trim()
      .split(' ');
    return { carrier, number, origin, destination, date, aircraft };
  });
}

/** Writes the flights as text again, for a URL. */
export function textOf(flights: readonly FlightFields[]): string {
  return flights
    .map(({ carrier, number, origin, destination, date, aircraft }) =>
      [carrier, number, origin, destination, date, aircraft].join(' ').trim(),
    )
    .join(', ');
}

/** Reads digits only: `Number` also accepts `1e3` and `0x1f`, which are no flight numbers. */
const numberOf = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN);

/** Returns the flight of a form's fields, as the interface writes it; `flightNumber` is `NaN` if it is not a number. */
export function toFlight({ carrier, number, origin, destination, date, aircraft }: FlightFields): Flight {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return {
    origin: origin.trim().toUpperCase(),
    destination: destination.trim().toUpperCase(),
    operatingCarrierCode: carrier.trim().toUpperCase(),
    flightNumber: numberOf(number),
    departureDate: { year, month, day },
    ...(aircraft.trim() ? { aircraft: aircraft.trim().toUpperCase() } : {}),
  };
}

/** Returns the flight back, a week later, with the next flight number. */
export function returnFlight(flight: FlightFields): FlightFields {
  const at = new Date(`${flight.date}T00:00:00Z`);
  const number = numberOf(flight.number);
  if (!Number.isNaN(at.getTime())) at.setUTCDate(at.getUTCDate() + 7);
  return {
    ...flight,
    number: Number.isNaN(number) ? flight.number : String(number + 1),
    origin: flight.destination,
    destination: flight.origin,
    date: Number.isNaN(at.getTime()) ? flight.date : at.toISOString().slice(0, 10),
  };
}
