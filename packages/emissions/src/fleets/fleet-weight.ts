/**
 * Share of a carrier's flying at a given distance that an aircraft of its fleet does. A judgement, not a measurement:
 * an aircraft flies so many legs a day, spread evenly over the logarithm of its usual distances.
 */

/** Cruise speed, taxi and climb, as block time: hours = km / 800 + 0.6. Rounded from airline timetables. */
const BLOCK_SPEED_KMH = 800;
const BLOCK_BASE_HOURS = 0.6;
/** Turnaround, hours: longer after a longer flight. */
const turnaroundHours = (blockHours: number): number => 0.6 + 0.15 * blockHours;

/**
 * Decline of flying outside the usual distances. Beyond the longest it takes about 12 % (one e-fold), because range and
 * crew hours end there; below the shortest it is slower, because nothing forbids shorter flights. Judged; that it is
 * slower below was decided after a look at published values (see docs/decisions/emissions-accuracy.md).
 */
const FAR_EDGE = 0.12;
const NEAR_EDGE = 0.35;
/** Never 0, so that a carrier's own fleet is always preferred to another's. */
export const MIN_FIT = 1e-9;

/**
 * Returns flights per day and step of the logarithm of distance by `count` aircraft that mostly fly `minKm`..`maxKm`.
 */
export function flightRate(count: number, minKm: number, maxKm: number): number {
  const low = Math.max(minKm, 50);
  const high = Math.max(maxKm, low * 1.2);
  const block = Math.sqrt(low * high) / BLOCK_SPEED_KMH + BLOCK_BASE_HOURS;
  return count / (block + turnaroundHours(block)) / Math.log(high / low);
}

/**
 * Below the usual distances the fit is a quotient of two such powers: of the distance, and of the shortest usual one.
 */
export const nearPower = (km: number): number => Math.max(km, 1) ** (1 / NEAR_EDGE);

/** Beyond the usual distances: of the longest usual distance, and of the distance. */
export const farPower = (km: number): number => Math.max(km, 1) ** (1 / FAR_EDGE);

/** Returns how well `km` fits usual distances of `minKm`..`maxKm`: 1 inside, falling off outside. */
export function distanceFit(minKm: number, maxKm: number, km: number): number {
  if (km >= minKm && km <= maxKm) return 1;
  return (km < minKm ? nearPower(km) / nearPower(minKm) : farPower(maxKm) / farPower(km)) + MIN_FIT;
}
