/** Which flight the words of a command line or the columns of a file mean. */
import type { FlightInput } from '../flight-input.ts';
import type { CabinSeats } from '../seats.ts';

/** A flight in text, as on the command line; empty or missing when not given. */
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

/** A number; NaN for text that is none, so that the check of the engine names the field. */
export const numberOf = (text: string): number => (/^\s*[-+.\d]/.test(text) ? Number(text) : Number.NaN);

const optional = (value: string | undefined): number | undefined =>
  value === undefined || value === '' ? undefined : numberOf(value);

/** A date written YYYY-MM-DD; what is no number in it is NaN. */
export function dateOf(text: string): { year: number; month: number; day: number } {
  const [year = '', month = '', day = '', ...more] = text.split('-');
  const isDate = more.length === 0;
  return { year: numberOf(year), month: numberOf(month), day: isDate ? numberOf(day) : Number.NaN };
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

/** The flight; the engine checks it. */
export function flightOf(text: FlightText): FlightInput {
  return {
    origin: text.origin ?? '',
    destination: text.destination ?? '',
    operatingCarrierCode: text.carrier ?? '',
    flightNumber: numberOf(text.flight ?? ''),
    departureDate: dateOf(text.date ?? ''),
    aircraft: text.aircraft === '' ? undefined : text.aircraft,
    seats: seatsOf(text),
    loadFactor: optional(text.loadFactor),
    cargoMassFraction: optional(text.cargoMassFraction),
    distanceKm: optional(text.distanceKm),
  };
}
