/** Error of the engine against one published figure. */
import { tryEstimateFlight } from '../../src/index.ts';
import type { Reference } from './reference.ts';

/** One measured figure. */
export interface Measured {
  readonly reference: Reference;
  readonly body: string;
  readonly likeliest: string;
  readonly tier: string;
  /** How specific the load factor is. */
  readonly loadTier: string;
  /** Estimate over published, minus 1. */
  readonly error: number;
  readonly inside: boolean;
  readonly width: number;
}

/** The measured function of the engine; that of another checkout if two are compared. */
export type Estimate = typeof tryEstimateFlight;

/** Measures an engine against one published figure; undefined if that figure has no aircraft to give. */
export function measure(
  reference: Reference,
  withAircraft: boolean,
  estimate: Estimate = tryEstimateFlight,
): Measured | undefined {
  if (withAircraft && reference.aircraft === undefined) return undefined;
  const flight = withAircraft ? { ...reference.flight, aircraft: reference.aircraft } : reference.flight;
  const result = estimate(flight);
  if (!result.ok) throw new Error(`${JSON.stringify(flight)}: ${result.problem.message}`);
  const { emissionsGramsPerPax, interval, aircraft, provenance } = result.estimate;
  const low = interval.low[reference.cabin];
  const high = interval.high[reference.cabin];
  return {
    reference,
    body: aircraft[0]!.body,
    likeliest: aircraft
      .slice(0, 3)
      .map((one) => `${one.icao} ${(100 * one.share).toFixed(0)}%`)
      .join(' '),
    tier: provenance.find(({ step }) => step === 'aircraft')!.tier,
    loadTier: provenance.find(({ step }) => step === 'load factor')!.tier,
    error: emissionsGramsPerPax[reference.cabin] / reference.grams - 1,
    inside: low <= reference.grams && reference.grams <= high,
    width: high / low - 1,
  };
}

/** Returns the value at or below which `part` (0 to 1) of the sorted values lies. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
