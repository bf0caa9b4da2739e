/**
 * Where airports lie on the sphere. The first few are read from the packed text; whoever asks for more gets an array,
 * which takes some milliseconds to make.
 */
import { AIRPORT_COUNT } from './airport-codes.ts';
import { whole } from './damaged-table.ts';
import { LATITUDES, LONGITUDES } from './data/airports.ts';
import { columnAt } from './digits.ts';

/** Thousandths of a degree from the south pole, which packed latitudes count from, to the equator. */
const LATITUDE_OFFSET = 90_000;
/** Thousandths of a degree from 180° west, which packed longitudes count from, to Greenwich. */
const LONGITUDE_OFFSET = 180_000;

/** Three digits an airport. */
const latitudes: string = /* @__PURE__ */ whole('LATITUDES', LATITUDES, 3 * AIRPORT_COUNT);
/** Four digits an airport. */
const longitudes: string = /* @__PURE__ */ whole('LONGITUDES', LONGITUDES, 4 * AIRPORT_COUNT);

const RADIANS_PER_UNIT: number = Math.PI / 180_000;

/** Airports read from the packed text before the array is made. */
const PACKED_READS = 64;

/** Degrees of an airport by index. */
export function degreesOf(airport: number): { latitude: number; longitude: number } {
  return {
    latitude: (columnAt(latitudes, 3, airport) - LATITUDE_OFFSET) / 1000,
    longitude: (columnAt(longitudes, 4, airport) - LONGITUDE_OFFSET) / 1000,
  };
}

/** Unit vector of each airport by index: x, y, z, and 0 so that none lies across two cache lines. */
let vectors: Float64Array | undefined;
const STRIDE = 4;
let reads = 0;

/** The same of two airports alone. */
const few: Float64Array = new Float64Array(2 * STRIDE);

function put(into: Float64Array, at: number, airport: number): void {
  const latitude = (columnAt(latitudes, 3, airport) - LATITUDE_OFFSET) * RADIANS_PER_UNIT;
  const longitude = (columnAt(longitudes, 4, airport) - LONGITUDE_OFFSET) * RADIANS_PER_UNIT;
  const cosine = Math.cos(latitude);
  into[at] = cosine * Math.cos(longitude);
  into[at + 1] = cosine * Math.sin(longitude);
  into[at + 2] = Math.sin(latitude);
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
