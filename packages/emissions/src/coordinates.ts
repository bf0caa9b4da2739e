/**
 * Where airports lie on the sphere. Packed by country, from its south-western corner on. The first few are read from the
 * packed text; later reads use an array, which takes some milliseconds to make.
 */
import { AIRPORT_COUNT } from './airport-codes.ts';
import { isInGaia, placeInList } from './airport-order.ts';
import { airportCountryIndex, COUNTRY_COUNT } from './airports.ts';
import { whole } from './corrupt-data.ts';
import {
  COARSE_LATITUDES,
  COARSE_LONGITUDES,
  CORNERS,
  FINE_LATITUDES,
  FINE_LONGITUDES,
} from './data/airports.ts';
import { columnAt, numberAt } from './digits.ts';

/** Steps of a degree of airports in GAIA, of the others, and of corners; scripts/build/airports.ts knows them too. */
const FINE = 1000;
const COARSE = 50;
/** Digits of a country's corner: three of the latitude, three of the longitude. */
const CORNER = 6;

const corners: string = /* @__PURE__ */ whole('CORNERS', CORNERS, CORNER * COUNTRY_COUNT);

/** Number of airports packed in each of the two steps. */
const fineCount: number = FINE_LATITUDES.length / 3;
const coarseCount: number = AIRPORT_COUNT - fineCount;
const fineLatitudes: string = /* @__PURE__ */ whole('FINE_LATITUDES', FINE_LATITUDES, 3 * fineCount);
const fineLongitudes: string = /* @__PURE__ */ whole('FINE_LONGITUDES', FINE_LONGITUDES, 4 * fineCount);
const coarseLatitudes: string = /* @__PURE__ */ whole('COARSE_LATITUDES', COARSE_LATITUDES, 3 * coarseCount);
const coarseLongitudes: string = /* @__PURE__ */ whole(
  'COARSE_LONGITUDES',
  COARSE_LONGITUDES,
  3 * coarseCount,
);

const RADIANS: number = Math.PI / 180;

/** Airports read from the packed text before the array is made. */
const PACKED_READS = 16;

/** Degrees of an airport by index. */
export function degreesOf(airport: number): { latitude: number; longitude: number } {
  const at = placeInList(airport);
  const corner = CORNER * airportCountryIndex(airport);
  const fine = isInGaia(airport);
  const north = columnAt(fine ? fineLatitudes : coarseLatitudes, 3, at);
  const east = fine ? columnAt(fineLongitudes, 4, at) : columnAt(coarseLongitudes, 3, at);
  // In whole thousandths, so that the degrees are the numbers nearest to what the table says.
  const step = fine ? 1 : FINE / COARSE;
  const thousandths = (from: number, offset: number): number => from * (FINE / COARSE) + offset * step;
  return {
    latitude: (thousandths(numberAt(corners, corner, 3), north) - 90 * FINE) / FINE,
    longitude: (thousandths(numberAt(corners, corner + 3, 3), east) - 180 * FINE) / FINE,
  };
}

/** Unit vector of each airport by index: x, y, z, and 0 so that none lies across two cache lines. */
let vectors: Float64Array | undefined;
const STRIDE = 4;
let reads = 0;

/** The same of two airports alone. */
const few: Float64Array = new Float64Array(2 * STRIDE);

function put(into: Float64Array, at: number, airport: number): void {
  const { latitude, longitude } = degreesOf(airport);
  const cosine = Math.cos(latitude * RADIANS);
  into[at] = cosine * Math.cos(longitude * RADIANS);
  into[at + 1] = cosine * Math.sin(longitude * RADIANS);
  into[at + 2] = Math.sin(latitude * RADIANS);
}

function decode(): Float64Array {
  const all = new Float64Array(AIRPORT_COUNT * STRIDE);
  for (let airport = 0; airport < AIRPORT_COUNT; airport++) put(all, airport * STRIDE, airport);
  return all;
}

/** Square of half the straight line between two places of the unit sphere. */
function halfChordSquared(all: Float64Array, a: number, b: number): number {
  const x = all[b]! - all[a]!;
  const y = all[b + 1]! - all[a + 1]!;
  const z = all[b + 2]! - all[a + 2]!;
  return (x * x + y * y + z * z) / 4;
}

/** Haversine of the angle between two airports by index: 0 for the same place, 1 for antipodes. */
export function haversine(a: number, b: number): number {
  if (vectors !== undefined) return halfChordSquared(vectors, a * STRIDE, b * STRIDE);
  if (++reads > PACKED_READS) vectors = decode();
  put(few, 0, a);
  put(few, STRIDE, b);
  return halfChordSquared(few, 0, STRIDE);
}
