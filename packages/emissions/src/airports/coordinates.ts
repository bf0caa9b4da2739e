/** Coordinates of airports. Packed by country, from its south-western corner on. */

import {
  COARSE_LATITUDES,
  COARSE_LONGITUDES,
  CORNERS,
  FINE_LATITUDES,
  FINE_LONGITUDES,
} from '../data/airports.ts';
import { requireLength } from '../tables/corrupt-data.ts';
import { columnAt, numberAt } from '../tables/digits.ts';
import { COARSE_DEGREE, FINE_DEGREE } from '../tables/packed-steps.ts';
import { AIRPORT_COUNT } from './airport-codes.ts';
import { isInGaia, placeInList } from './airport-order.ts';
import { airportCountryIndex, COUNTRY_COUNT } from './airports.ts';

/** Digits per corner of a country: three of the latitude, three of the longitude. */
const CORNER = 6;

const corners: string = /* @__PURE__ */ requireLength('CORNERS', CORNERS, CORNER * COUNTRY_COUNT);

/** Number of airports packed in each of the two steps. */
const fineCount: number = FINE_LATITUDES.length / 3;
const coarseCount: number = AIRPORT_COUNT - fineCount;
const fineLatitudes: string = /* @__PURE__ */ requireLength('FINE_LATITUDES', FINE_LATITUDES, 3 * fineCount);
const fineLongitudes: string = /* @__PURE__ */ requireLength(
  'FINE_LONGITUDES',
  FINE_LONGITUDES,
  4 * fineCount,
);
const coarseLatitudes: string = /* @__PURE__ */ requireLength(
  'COARSE_LATITUDES',
  COARSE_LATITUDES,
  3 * coarseCount,
);
const coarseLongitudes: string = /* @__PURE__ */ requireLength(
  'COARSE_LONGITUDES',
  COARSE_LONGITUDES,
  3 * coarseCount,
);

/** Returns the degrees of an airport by index. */
export function degreesOf(airport: number): { latitude: number; longitude: number } {
  const at = placeInList(airport);
  const corner = CORNER * airportCountryIndex(airport);
  const fine = isInGaia(airport);
  const north = columnAt(fine ? fineLatitudes : coarseLatitudes, 3, at);
  const east = fine ? columnAt(fineLongitudes, 4, at) : columnAt(coarseLongitudes, 3, at);
  // In whole thousandths, so that the degrees are the numbers nearest to those of the table.
  const step = fine ? 1 : FINE_DEGREE / COARSE_DEGREE;
  const thousandths = (from: number, offset: number): number =>
    from * (FINE_DEGREE / COARSE_DEGREE) + offset * step;
  return {
    latitude: (thousandths(numberAt(corners, corner, 3), north) - 90 * FINE_DEGREE) / FINE_DEGREE,
    longitude: (thousandths(numberAt(corners, corner + 3, 3), east) - 180 * FINE_DEGREE) / FINE_DEGREE,
  };
}
