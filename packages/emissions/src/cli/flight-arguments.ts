/** Reads a flight from the words of a command line or the columns of a file. */

import type { CabinSeats } from '../aircraft/seats.ts';
import type { FlightInput } from '../flight/flight-input.ts';
import { flightProblems } from '../flight/flight-problems.ts';

/** A flight in text, as on the command line; fields not given are empty or missing. */
export interface FlightText {
  readonly origin?: string | undefined;
  readonly destination?: string | undefined;
  readonly carrier?: string | undefined;
  readonly flight?: string | undefined;
  readonly date?: string | undefined;
  readonly aircraft?: string | undefined;
  readonly firstSeats?: string | undefined;
  readonly businessSeats?: string | undefined;
  readonly premiumEconomySeats?: string | undefined;
  readonly economySeats?: string | undefined;
  readonly loadFactor?: string | undefined;
  readonly cargoMassFraction?: string | undefined;
  readonly distanceKm?: string | undefined;
}

/** Reads a decimal number; NaN for other text (also `0x26`), so that the check of the engine names the field. */
export const numberOf = (text: string): number =>
  /^\s*[-+.\d][-+.\de]*\s*$/i.test(text) ? Number(text) : Number.NaN;

const optional = (value: string | undefined): number | undefined =>
  value === undefined || value === '' ? undefined : numberOf(value);

/** Reads a date written YYYY-MM-DD; undefined for other text. */
function dateOf(text: string): FlightInput['departureDate'] | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
  return day === undefined ? undefined : { year: Number(year), month: Number(month), day: Number(day) };
}

function seatsOf(text: FlightText): Partial<CabinSeats> | undefined {
  const seats: Partial<CabinSeats> = {
    ...withSeats('first', text.firstSeats),
    ...withSeats('business', text.businessSeats),
    ...withSeats('premiumEconomy', text.premiumEconomySeats),
    ...withSeats('economy', text.economySeats),
  };
  return Object.keys(seats).length === 0 ? undefined : seats;
}

function withSeats(cabin: keyof CabinSeats, text: string | undefined): Partial<CabinSeats> {
  const count = optional(text);
  return count === undefined ? {} : { [cabin]: count };
}

/** Returns the flight; the engine checks it. */
export function flightOf(text: FlightText): FlightInput {
  return {
    origin: text.origin ?? '',
    destination: text.destination ?? '',
    operatingCarrierCode: text.carrier ?? '',
    flightNumber: numberOf(text.flight ?? ''),
    // The engine refuses a flight without a date.
    departureDate: dateOf(text.date ?? '') as FlightInput['departureDate'],
    aircraft: text.aircraft === '' ? undefined : text.aircraft,
    seats: seatsOf(text),
    loadFactor: optional(text.loadFactor),
    cargoMassFraction: optional(text.cargoMassFraction),
    distanceKm: optional(text.distanceKm),
  };
}

/** Fields with decimals, which a spreadsheet may write with a comma. */
const DECIMALS = ['loadFactor', 'cargoMassFraction', 'distanceKm'] as const;

/**
 * Returns every reason why a flight cannot be estimated, as sentences; users need not know that a date is an object.
 */
export function faultsOf(flight: FlightInput): string {
  const messages = flightProblems(flight).map(({ field, message }) => {
    if (field === 'departureDate') return 'date must be written YYYY-MM-DD, such as 2026-12-14.';
    if (field === 'flightNumber' && Number.isNaN(flight.flightNumber))
      return `${message} Write it without the carrier: 38, not LX38.`;
    const isNoNumber = DECIMALS.some((name) => name === field && Number.isNaN(flight[name]));
    return isNoNumber ? `${message} Write decimals with a point.` : message;
  });
  return messages.join(' ');
}
