/** Trunk routes: between large airports, where large aircraft fly. */
import { airportNumbers, CONNECTIONS, FLAGS, IS_TRUNK } from '../airports/airport-rows.ts';
import type { Leg } from '../airports/leg.ts';

// That wide bodies fly to large airports was added after a look at which published values were far off; the size of the
// effect is measured in T-100 (scripts/wide-bodies.ts): the odds grow as connections to the power of 0.93, even at 72.
// Inside a country T-100's international segments show nothing, and the numbers are judged.

/** Connections of an airport at which a wide body is as likely as the fleet alone says. */
const LARGE_AIRPORT = 70;
/** Trunk value of a domestic flight between two trunk airports, and the maximum for wide bodies inside a country. */
const DOMESTIC_TRUNK = 1.5;

/**
 * Returns how much of a trunk route a flight is; 1 is a route on which the fleet alone decides. By the size of the
 * airport away from the carrier's country, or of the smaller one; inside a country also by its rank in the country.
 */
export function trunkOf({ fromRow, toRow, fromCountry, toCountry }: Leg, home: number): number {
  const fromHome = fromCountry === home;
  const toHome = toCountry === home;
  const sizeFrom = airportNumbers[fromRow + CONNECTIONS]!;
  const sizeTo = airportNumbers[toRow + CONNECTIONS]!;
  const sizeAway = fromHome ? sizeTo : sizeFrom;
  const size = fromHome === toHome ? Math.min(sizeFrom, sizeTo) : sizeAway;
  const trunk = size / LARGE_AIRPORT;
  const areTrunks = (airportNumbers[fromRow + FLAGS]! & airportNumbers[toRow + FLAGS]! & IS_TRUNK) !== 0;
  return fromCountry === toCountry && areTrunks ? Math.max(DOMESTIC_TRUNK, trunk) : trunk;
}

/** Returns the factor on a wide body's likelihood; without effect on routes beyond the range of narrow bodies. */
export const wideFit = (trunk: number, domestic: boolean): number =>
  Math.max(0.15, domestic ? Math.min(DOMESTIC_TRUNK, trunk) : trunk);

/** Returns the factor on a regional aircraft's likelihood, which falls as the trunk value grows. */
export const regionalFit = (trunk: number): number =>
  Math.min(1.5, Math.max(0.1, (0.5 / Math.max(trunk, 0.1)) ** 2));
