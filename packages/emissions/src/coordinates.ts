/**
 * Where airports lie. The first few are read from the packed text; whoever asks for more gets arrays, which take
 * about a millisecond to make.
 */
import { AIRPORT_COUNT } from './airports.ts';
import { LATITUDES, LONGITUDES } from './data/airports.ts';
import { columnOf, digitAt } from './digits.ts';

/** Coordinates are packed in thousandths of a degree, from the south pole and from 180° west. */
const RADIANS_PER_UNIT: number = Math.PI / 180_000;
const LATITUDE_OFFSET = 90_000;
const LONGITUDE_OFFSET = 180_000;

/** Airports read from the packed text before the arrays are made. */
const PACKED_READS = 64;

/** Coordinates of all airports by index, radians, and the cosines of the latitudes. */
interface Coordinates {
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly cosines: Float64Array;
}

let table: Coordinates | undefined;
let reads = 0;

function decode(): Coordinates {
  const latitudes = Float64Array.from(
    columnOf(LATITUDES, 3),
    (units) => (units - LATITUDE_OFFSET) * RADIANS_PER_UNIT,
  );
  const longitudes = Float64Array.from(
    columnOf(LONGITUDES, 4),
    (units) => (units - LONGITUDE_OFFSET) * RADIANS_PER_UNIT,
  );
  return { latitudes, longitudes, cosines: latitudes.map(Math.cos) };
}

function packed(text: string, width: number, index: number): number {
  let units = 0;
  for (let place = 0; place < width; place++)
    units = units * 64 + digitAt(text, place * AIRPORT_COUNT + index);
  return units;
}

function few(index: number): { latitude: number; longitude: number } {
  return {
    latitude: (packed(LATITUDES, 3, index) - LATITUDE_OFFSET) * RADIANS_PER_UNIT,
    longitude: (packed(LONGITUDES, 4, index) - LONGITUDE_OFFSET) * RADIANS_PER_UNIT,
  };
}

/** Haversine of the angle between two airports by index: 0 for the same place, 1 for antipodes. */
export function haversine(a: number, b: number): number {
  if (!table && reads++ < PACKED_READS) {
    const from = few(a);
    const to = few(b);
    const cosines = Math.cos(from.latitude) * Math.cos(to.latitude);
    return half(to.latitude - from.latitude, to.longitude - from.longitude, cosines);
  }
  table ??= decode();
  const { latitudes, longitudes, cosines } = table;
  return half(latitudes[b]! - latitudes[a]!, longitudes[b]! - longitudes[a]!, cosines[a]! * cosines[b]!);
}

function half(latitudes: number, longitudes: number, cosines: number): number {
  const sinLatitude = Math.sin(latitudes / 2);
  const sinLongitude = Math.sin(longitudes / 2);
  return sinLatitude * sinLatitude + cosines * sinLongitude * sinLongitude;
}
