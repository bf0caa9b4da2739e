/** Errors of an engine against all published figures, in five numbers. */
import { type Estimate, type Measured, measure, quantile } from './measure.ts';
import type { Reference } from './reference.ts';

/** Errors as parts of the published value. */
export interface AccuracySummary {
  readonly given: { readonly values: number; readonly median: number; readonly within90: number };
  readonly free: { readonly values: number; readonly median: number; readonly within90: number };
  /** Part of the published values inside the interval, aircraft not given. */
  readonly inside: number;
}

function errorsOf(measured: readonly Measured[]): AccuracySummary['given'] {
  const errors = measured.map(({ error }) => Math.abs(error)).sort((a, b) => a - b);
  return { values: errors.length, median: quantile(errors, 0.5), within90: quantile(errors, 0.9) };
}

/** Measures an engine, this checkout's if no other is given, against published figures. */
export function summarise(references: readonly Reference[], estimate?: Estimate): AccuracySummary {
  const given = references.flatMap((one) => measure(one, true, estimate) ?? []);
  const free = references.flatMap((one) => measure(one, false, estimate) ?? []);
  return {
    given: errorsOf(given),
    free: errorsOf(free),
    inside: free.filter(({ inside }) => inside).length / free.length,
  };
}

/** Counts each flight and cabin once: the first of the figures published for it on any day. */
export function countedOnce(references: readonly Reference[]): Reference[] {
  const seen = new Set<string>();
  return references.filter(({ flight, cabin }) => {
    const key = [
      flight.operatingCarrierCode,
      flight.flightNumber,
      flight.origin,
      flight.destination,
      cabin,
    ].join();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
