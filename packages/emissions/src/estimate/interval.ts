/** How far the figure may be off: the 10th and 90th percentile over aircraft, seats, load and cargo. */
import type { Body } from '../aircraft/aircraft.ts';
import type { LayoutConfidence } from '../fleets/layout.ts';
import type { CargoTier } from '../statistics/cargo.ts';
import type { LoadFactorTier, LoadSource } from '../statistics/load-factor.ts';

/**
 * Standard deviation of the logarithm of the equivalent capacity, by how well the layout is known. The total seats
 * of the fleet table are 0.05 off those of T-100 where a carrier has one layout of a type; for medians it is the
 * spread between carriers. How the 0.05 is parted among the grades of confidence is judged.
 */
const SEAT_SPREAD: Readonly<Record<LayoutConfidence, number>> = {
  caller: 0,
  high: 0.035,
  medium: 0.05,
  low: 0.07,
  'type median': 0.14,
};

/** How specific a load factor is; a report that was looked up is distinguished from one that is recalled. */
export type LoadGrade = LoadFactorTier | 'carrier, looked up';

/** The grade of a load factor of a tier, by where it comes from. */
export function loadGrade(tier: LoadFactorTier, source: LoadSource | undefined): LoadGrade {
  const isLookedUp = tier === 'carrier, own reports' && source?.publisher !== undefined;
  return isLookedUp ? 'carrier, looked up' : tier;
}

/**
 * Standard deviation of the logarithm of the load factor, by how specific it is. US filings by airport and month are
 * 0.032 off what routes filed in a whole year of T-100, before the route itself is counted. Of carriers without a figure:
 * those with one lie 0.073 about the default, and 0.126 where an authority publishes it. Figures that were looked up: the
 * four carriers of Taiwan moved by 0.020 from 2024 to 2025. Recalled reports: judged, with the published values at hand.
 */
const LOAD_SPREAD: Readonly<Record<LoadGrade, number>> = {
  caller: 0,
  'carrier, US filings': 0.035,
  'carrier, looked up': 0.02,
  'carrier, own reports': 0.028,
  default: 0.08,
};

/**
 * Standard deviation of the logarithm of the passengers' share. Of a route's cargo in January 2024 and February 2026
 * T-100 has 0.10 between the two, and half of that is against a mean of years; where a route has none of its own the
 * carriers scatter by 0.12. Elsewhere TIM uses the bands too: these have 0.057 between the two months, and half of that.
 * Narrow bodies have 0.012 between the two months on 1 244 routes of a carrier, and half of that.
 */
function cargoSpread(body: Body, tier: CargoTier): number {
  if (tier === 'caller') return 0;
  if (body === 'narrow') return 0.006;
  return tier === 'distance band and body' ? 0.03 : 0.06;
}

/** Distance and fuel repeat TIM to 0.2 % when the airport pair is known. */
const BASE_SPREAD = 0.004;

/** Standard deviation of the logarithm of one candidate's figure. */
export function spreadOf(seats: LayoutConfidence, load: LoadGrade, cargo: CargoTier, body: Body): number {
  return Math.hypot(SEAT_SPREAD[seats], LOAD_SPREAD[load], cargoSpread(body, cargo), BASE_SPREAD);
}

/** Makes the logistic curve follow the normal distribution to about 0.01. */
const LOGISTIC = 1.702;
/** The bracket reaches this many standard deviations beyond the outermost candidates. */
const REACH = 4;
/** A spread that stands for none at all. */
const NO_SPREAD = 1e-6;
/** Precision of the quantile, as a part of it. */
const NEAR_ENOUGH = 1e-5;

/** One member of a mixture: log-normal about `value` with `spread`, and as likely as `share` says. */
export interface MixtureMember {
  readonly value: number;
  readonly spread: number;
  readonly share: number;
}

/** Where a normal distribution of the mixture's mean and variance (of the logarithm) would have its quantile. */
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
 * The value below which `part` (between 0 and 1) of a mixture lies; the shares add up to 1. By Newton's steps on the
 * logarithm, and by halving the bracket where a step would leave it.
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
