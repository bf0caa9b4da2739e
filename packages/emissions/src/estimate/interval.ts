/** Interval of a figure: the 10th and 90th percentile over aircraft, seats, load and cargo. */
import type { Body } from '../aircraft/aircraft.ts';
import type { LayoutConfidence } from '../fleets/layout.ts';
import type { CargoTier } from '../statistics/cargo.ts';
import type { LoadFactorTier, LoadSource } from '../statistics/load-factor.ts';

/**
 * Standard deviation of the logarithm of the equivalent capacity, by how well the layout is known. The total seats of
 * the fleet table differ by 0.05 from those of T-100 if a carrier has one layout of a type; for medians it is the
 * spread between carriers. How the 0.05 is divided among the grades of confidence is judged.
 */
const SEAT_SPREAD: Readonly<Record<LayoutConfidence, number>> = {
  caller: 0,
  high: 0.035,
  medium: 0.05,
  low: 0.07,
  'type median': 0.14,
};

/** Grade of a load factor; a report that was looked up is distinguished from one that is recalled. */
export type LoadGrade = LoadFactorTier | 'carrier, looked up';

/** Returns the grade of a load factor, by its tier and source. */
export function loadGrade(tier: LoadFactorTier, source: LoadSource | undefined): LoadGrade {
  const isLookedUp = tier === 'carrier, own reports' && source?.publisher !== undefined;
  return isLookedUp ? 'carrier, looked up' : tier;
}

/**
 * Standard deviation of the logarithm of the load factor, by how specific it is. US filings by airport and month differ
 * by 0.032 from routes filed in a whole year of T-100, before the route itself is counted. Default: carriers with a
 * figure scatter by 0.073 about it, and by 0.126 if an authority publishes the figure. Figures that were looked up: the
 * four carriers of Taiwan moved by 0.020 from 2024 to 2025. Recalled reports: judged, in view of the published values.
 */
const LOAD_SPREAD: Readonly<Record<LoadGrade, number>> = {
  caller: 0,
  'carrier, US filings': 0.035,
  'carrier, looked up': 0.02,
  'carrier, own reports': 0.028,
  default: 0.08,
};

/**
 * Standard deviation of the logarithm of the passengers' share. In T-100 a route's cargo differs by 0.10 between
 * January 2024 and February 2026: half of that counts, against a mean of years; on a route without its own figure the
 * carriers scatter by 0.12. Elsewhere TIM uses the bands too: these differ by 0.057 between the two months, and half of
 * that counts. Narrow bodies differ by 0.012 between the two months on 1 244 routes of a carrier, and half of that
 * counts.
 */
function cargoSpread(body: Body, tier: CargoTier): number {
  if (tier === 'caller') return 0;
  if (body === 'narrow') return 0.006;
  return tier === 'distance band and body' ? 0.03 : 0.06;
}

/** Distance and fuel repeat TIM to 0.2 % if the airport pair is known. */
const BASE_SPREAD = 0.004;

/** Returns the standard deviation of the logarithm of one candidate's figure. */
export function spreadOf(seats: LayoutConfidence, load: LoadGrade, cargo: CargoTier, body: Body): number {
  return Math.hypot(SEAT_SPREAD[seats], LOAD_SPREAD[load], cargoSpread(body, cargo), BASE_SPREAD);
}

/** Fits the logistic curve to the normal distribution to about 0.01. */
const LOGISTIC = 1.702;
/** Standard deviations by which the bracket extends beyond the outermost candidates. */
const REACH = 4;
/** Spread that stands for none. */
const NO_SPREAD = 1e-6;
/** Relative precision of the quantile. */
const NEAR_ENOUGH = 1e-5;

/** One member of a mixture: log-normal about `value` with `spread`, with likelihood `share`. */
export interface MixtureMember {
  readonly value: number;
  readonly spread: number;
  readonly share: number;
}

/** Returns the quantile of a normal distribution with the mixture's mean and variance (of the logarithm). */
function firstGuess(members: readonly MixtureMember[], part: number): number {
  let mean = 0;
  let squares = 0;
  for (const { value, spread, share } of members) {
    const centre = Math.log(value);
    mean += share * centre;
    squares += share * (centre * centre + spread * spread);
  }
  const deviation = Math.sqrt(Math.max(0, squares - mean * mean));
  return mean + (deviation * Math.log(part / (1 - part))) / LOGISTIC;
}

/**
 * Returns the value below which `part` (between 0 and 1) of a mixture lies; the shares add up to 1. By Newton's steps
 * on the logarithm, and by halving the bracket if a step would leave it.
 */
export function mixtureQuantile(members: readonly MixtureMember[], part: number): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const centres = new Array<number>(members.length);
  for (let i = 0; i < members.length; i++) {
    const centre = Math.log(members[i]!.value);
    const reach = REACH * Math.max(members[i]!.spread, NO_SPREAD);
    centres[i] = centre;
    low = Math.min(low, centre - reach);
    high = Math.max(high, centre + reach);
  }
  // On the flank of a member narrower than a step, a short step does not mean that the quantile is near.
  const isSharp = members.some(({ spread }) => spread < NEAR_ENOUGH);
  let at = Math.min(high, Math.max(low, firstGuess(members, part)));
  while (high - low > NEAR_ENOUGH) {
    let below = 0;
    let density = 0;
    for (let i = 0; i < members.length; i++) {
      const { spread, share } = members[i]!;
      const slope = LOGISTIC / Math.max(spread, NO_SPREAD);
      const reached = 1 / (1 + Math.exp(slope * (centres[i]! - at)));
      below += share * reached;
      density += share * slope * reached * (1 - reached);
    }
    if (below < part) low = at;
    else high = at;
    const newton = (part - below) / density;
    if (Math.abs(newton) < NEAR_ENOUGH && !isSharp) return Math.exp(at + newton);
    const step = Math.abs(newton) < NEAR_ENOUGH ? Math.sign(newton) * NEAR_ENOUGH : newton;
    at = at + step > low && at + step < high ? at + step : (low + high) / 2;
  }
  return Math.exp((low + high) / 2);
}
