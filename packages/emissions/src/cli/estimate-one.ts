/** Estimates the one flight of a command line. */
import { explain, tryEstimateFlight } from '../index.ts';
import { type FlightText, faultsOf, flightOf } from './flight-arguments.ts';

/** Output format of a flight. */
export type FlightFormat = 'cabins' | 'explained' | 'json';

/** The estimate as text, or the reason why there is none. */
export type OneResult =
  | {
      readonly ok: true;
      readonly text: string;
      /** Warnings that `text` leaves out; empty if there are none. */
      readonly notes: string;
    }
  | { readonly ok: false; readonly message: string };

/** Estimates a flight given in text. */
export function estimateOne(flight: FlightText, format: FlightFormat): OneResult {
  const input = flightOf(flight);
  const result = tryEstimateFlight(input);
  if (!result.ok) return { ok: false, message: `${faultsOf(input)}\n` };
  const { estimate } = result;
  if (format === 'json') return { ok: true, notes: '', text: `${JSON.stringify(estimate, undefined, 2)}\n` };
  if (format === 'explained') return { ok: true, notes: '', text: `${explain(estimate)}\n` };
  const lines = Object.entries(estimate.emissionsGramsPerPax).map(
    ([cabin, grams]) => `${cabin.padEnd(15)} ${grams} g CO2e\n`,
  );
  const notes = estimate.warnings.map(({ message }) => `Note: ${message}\n`).join('');
  return { ok: true, text: lines.join(''), notes };
}
