/** Whether a flight goes where large aircraft go: between large airports. */
import { airportNumbers, CONNECTIONS, FLAGS, IS_TRUNK } from '../airports/airport-rows.ts';
import type { Leg } from '../airports/leg.ts';

// That wide bodies fly to large airports was written after a look at which published values were far off; how much so
// is measured in T-100 (scripts/wide-bodies.ts): the odds grow as connections to the power of 0.93, even at 72. Inside
// a country T-100's international segments show nothing, and the numbers are judged.

/** Connections of an airport at which a wide body is as likely as the fleet alone says. */
const LARGE_AIRPORT = 70;
/** How much of a trunk route a flight between two of them is, and for wide bodies the most inside a country. */
const DOMESTIC_TRUNK = 1.5;

/**
 * How much of a trunk route a flight is; 1 is a route on which the fleet alone decides. By the size of the airport
 * away from the carrier's country, or of the smaller one; inside a country by its place among the country's too.
 */
export function trunkOf({ fromRow, toRow, fromCountry, toCountry }: Leg, home: number): number {
  const fromHome = fromCountry === home;
  const toHome = toCountry === home;
  const sizeFrom = airportNumbers[fromRow + CONNECTIONS]!;
  const sizeTo = airportNumbers[toRow + CONNECTIONS]!;
  const size = fromHome === toHome ? Math.min(sizeFrom, sizeTo) : fromHome ? sizeTo : sizeFrom;
  const trunk = size / LARGE_AIRPORT;
  const areTrunks = (airportNumbers[fromRow + FLAGS]! & airportNumbers[toRow + FLAGS]! & IS_TRUNK) !== 0;
  return fromCountry === toCountry && areTrunks ? Math.max(DOMESTIC_TRUNK, trunk) : trunk;
}

/** How much likelier a wide body is than the fleet alone says; where no narrow body reaches, it changes nothing. */
export const wideFit = (trunk: number, domestic: boolean): number =>
  Math.max(0.15, domestic ? Math.min(DOMESTIC_TRUNK, trunk) : trunk);

/** How much likelier a regional aircraft is: the other way round. */
export const regionalFit = (trunk: number): number =>
  Math.min(1.5, Math.max(0.1, (0.5 / Math.max(trunk, 0.1)) ** 2));
