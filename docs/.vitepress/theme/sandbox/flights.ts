import type { Flight } from '@flight-offset/core';

/** A flight as the form holds it: every field a text, as inputs have it. */
export interface FlightFields {
  carrier: string;
  number: string;
  origin: string;
  destination: string;
  date: string;
  aircraft: string;
}

/** Real flights to begin with, by name. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  'Zurich to San Francisco': 'LX 38 ZRH SFO 2026-12-14',
  'Zurich to London and back': 'LX 318 ZRH LHR 2026-12-14, LX 319 LHR ZRH 2026-12-18',
  'Delhi to Mumbai': 'AI 887 DEL BOM 2026-12-14',
  'Frankfurt to New York': 'LH 400 FRA JFK 2026-12-14',
  'Singapore to Sydney': 'SQ 221 SIN SYD 2026-12-14',
  'Paris to Tokyo': 'AF 274 CDG HND 2026-12-14',
  'An airport that does not exist': 'LX 38 ZRH QQQ 2026-12-14',
};

/** Fields of flights written as `LX 38 ZRH SFO 2026-12-14 789`, with commas between. */
export function fieldsOf(text: string): FlightFields[] {
  return text.split(',').map((flight) => {
    const [carrier = '', number = '', origin = '', destination = '', date = '', aircraft = ''] = flight
      .trim()
      .split(' ');
    return { carrier, number, origin, destination, date, aircraft };
  });
}

/** The same flights as text again, for an address. */
export function textOf(flights: readonly FlightFields[]): string {
  return flights
    .map(({ carrier, number, origin, destination, date, aircraft }) =>
      [carrier, number, origin, destination, date, aircraft].join(' ').trim(),
    )
    .join(', ');
}

/** Digits alone: `Number` takes `1e3` and `0x1f` as well, which no flight is called. */
const numberOf = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN);

/** The flight of a form's fields, as the interface writes it; `flightNumber` is `NaN` where it is no number. */
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

/** The flight back, a week later, with the next flight number. */
export function flightBack(flight: FlightFields): FlightFields {
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
