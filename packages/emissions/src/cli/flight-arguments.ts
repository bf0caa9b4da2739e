/** Which flight the words of a command line or the columns of a file mean. */
import type { FlightInput } from '../flight-input.ts';

/** A flight in text, as on the command line; empty or missing when not given. */
export interface FlightText {
  readonly origin?: string | undefined;
  readonly destination?: string | undefined;
  readonly carrier?: string | undefined;
  readonly flight?: string | undefined;
  readonly date?: string | undefined;
  readonly aircraft?: string | undefined;
  readonly loadFactor?: string | undefined;
  readonly cargoMassFraction?: string | undefined;
  readonly distanceKm?: string | undefined;
}

/** A number, NaN for text that is none, so that the check of the engine names the field. */
const numberOf = (text: string): number => (/^\s*[-+.\d]/.test(text) ? Number(text) : Number.NaN);

/** The flight; whatever is wrong with it the engine says. */
export function flightOf(text: FlightText): FlightInput {
  const [year = '', month = '', day = ''] = (text.date ?? '').split('-');
  const optional = (value: string | undefined): number | undefined =>
    value === undefined || value === '' ? undefined : numberOf(value);
  return {
    origin: text.origin ?? '',
    destination: text.destination ?? '',
    operatingCarrierCode: text.carrier ?? '',
    flightNumber: numberOf(text.flight ?? ''),
    departureDate: { year: numberOf(year), month: numberOf(month), day: numberOf(day) },
    aircraft: text.aircraft === '' ? undefined : text.aircraft,
    loadFactor: optional(text.loadFactor),
    cargoMassFraction: optional(text.cargoMassFraction),
    distanceKm: optional(text.distanceKm),
  };
}
