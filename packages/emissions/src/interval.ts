/** How far the figure may be off: the 10th and 90th percentile over aircraft, seats, load and cargo. */
import type { Body } from './aircraft.ts';
import type { CargoTier } from './cargo.ts';
import type { LayoutConfidence } from './layout.ts';
import type { LoadFactorTier } from './load-factor.ts';

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

/**
 * Standard deviation of the logarithm of the load factor, by how specific it is. TIM has US routes by month, which
 * scatter about the carrier's mean; between carriers T-100 scatters by 0.13 in a month of winter. Judged below that
 * bound, and raised once with the published values at hand.
 */
const LOAD_SPREAD: Readonly<Record<LoadFactorTier, number>> = {
  caller: 0,
  'carrier, US filings': 0.055,
  'carrier, own reports': 0.045,
  default: 0.08,
};

/**
 * Standard deviation of the logarithm of the passengers' share. To and from the US TIM has routes of their own,
 * which scatter about the carrier's mean (carriers scatter by 0.12 about theirs); elsewhere it uses the bands too.
 */
function cargoSpread(body: Body, tier: CargoTier): number {
  if (tier === 'caller') return 0;
  return body === 'narrow' ? 0.006 : tier === 'carrier and body' ? 0.09 : 0.04;
}

/** Distance and fuel repeat TIM to 0.2 % when the airport pair is known. */
const BASE_SPREAD = 0.004;

/** Standard deviation of the logarithm of one candidate's figure. */
export function spreadOf(
  seats: LayoutConfidence,
  load: LoadFactorTier,
  cargo: CargoTier,
  body: Body,
): number {
  return Math.hypot(SEAT_SPREAD[seats], LOAD_SPREAD[load], cargoSpread(body, cargo), BASE_SPREAD);
}

/** Steps of the bisection: leaves a ten-thousandth of the first bracket. */
const STEPS = 14;
/** Makes the logistic curve follow the normal distribution to about 0.01. */
const LOGISTIC = 1.702;
/** The bracket reaches this many standard deviations beyond the outermost candidates. */
const REACH = 4;
/** A spread that stands for none at all. */
const NO_SPREAD = 1e-6;

/** One member of a mixture: log-normal about `value` with `spread`, and as likely as `share` says. */
export interface MixtureMember {
  readonly value: number;
  readonly spread: number;
  readonly share: number;
}

/** The value below which `part` (0 to 1) of a mixture lies; the shares add up to 1. */
export function mixtureQuantile(members: readonly MixtureMember[], part: number): number {
  const centres = members.map(({ value }) => Math.log(value));
  const slopes = members.map(({ spread }) => LOGISTIC / Math.max(spread, NO_SPREAD));
  let low = Math.min(...members.map(({ spread }, i) => centres[i]! - REACH * spread));
  let high = Math.max(...members.map(({ spread }, i) => centres[i]! + REACH * spread));
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    let below = 0;
    for (let i = 0; i < members.length; i++) {
      below += members[i]!.share / (1 + Math.exp(slopes[i]! * (centres[i]! - middle)));
    }
    if (below < part) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}
