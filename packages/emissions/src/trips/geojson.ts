/** A trip as GeoJSON (RFC 7946): a line along the great circle for each leg, a point for each airport. */
import { airportPosition } from '../airports/airport-position.ts';
import type { TripEstimate, TripLegEstimate } from './trip-estimate.ts';

/** Longitude and latitude in degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** A feature of a trip. */
export interface TripFeature {
  readonly type: 'Feature';
  readonly geometry:
    | { readonly type: 'Point'; readonly coordinates: Position }
    | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
    | { readonly type: 'MultiLineString'; readonly coordinates: readonly (readonly Position[])[] };
  readonly properties: Readonly<Record<string, string | number | null>>;
}

/** All features of some trips. */
export interface TripFeatures {
  readonly type: 'FeatureCollection';
  readonly features: readonly TripFeature[];
}

/** Kilometres between two points of a line: on a world map it looks curved. */
const STEP_KM = 200;
const DEGREES: number = 180 / Math.PI;

type Vector = readonly [x: number, y: number, z: number];

function vectorOf([longitude, latitude]: Position): Vector {
  const [lambda, phi] = [longitude / DEGREES, latitude / DEGREES];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Rounds to 0.001 degrees, the precision of the airports. */
const rounded = (degrees: number): number => Math.round(degrees * 1000) / 1000;

function positionOf([x, y, z]: Vector): Position {
  return [rounded(Math.atan2(y, x) * DEGREES), rounded(Math.atan2(z, Math.hypot(x, y)) * DEGREES)];
}

/** Returns points along the great circle, both ends included. */
export function greatCircleLine(from: Position, to: Position, steps: number): Position[] {
  const [a, b] = [vectorOf(from), vectorOf(to)];
  const angle = Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));
  const inner = Array.from({ length: steps - 1 }, (_, i) => {
    const part = (i + 1) / steps;
    const p = Math.sin((1 - part) * angle) / Math.sin(angle);
    const q = Math.sin(part * angle) / Math.sin(angle);
    return positionOf([p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]]);
  });
  return [from, ...inner, to];
}

/** Cuts a line at the 180th meridian, as RFC 7946 recommends (section 3.1.9). */
export function cutAtAntimeridian(line: readonly Position[]): Position[][] {
  const parts: Position[][] = [[]];
  for (const [at, point] of line.entries()) {
    const before = line[at - 1];
    if (before !== undefined && Math.abs(point[0] - before[0]) > 180) {
      const side = before[0] > 0 ? 180 : -180;
      const ahead = point[0] + 2 * side;
      const part = (side - before[0]) / (ahead - before[0]);
      const latitude = rounded(before[1] + part * (point[1] - before[1]));
      parts.at(-1)!.push([side, latitude]);
      parts.push([[-side, latitude]]);
    }
    parts.at(-1)!.push(point);
  }
  return parts;
}

function place(code: string): Position {
  const { longitude, latitude } = airportPosition(code)!;
  return [longitude, latitude];
}

function lineOf(
  trip: TripEstimate,
  { leg, grams, greatCircleKm, flownKm, method }: TripLegEstimate,
): TripFeature {
  const steps = Math.ceil(greatCircleKm / STEP_KM);
  const parts = cutAtAntimeridian(greatCircleLine(place(leg.origin), place(leg.destination), steps));
  return {
    type: 'Feature',
    geometry:
      parts.length === 1
        ? { type: 'LineString', coordinates: parts[0]! }
        : { type: 'MultiLineString', coordinates: parts },
    properties: {
      trip: trip.id ?? null,
      origin: leg.origin.toUpperCase(),
      destination: leg.destination.toUpperCase(),
      passengers: trip.passengers,
      gramsWtw: grams.wtw,
      gramsTtw: grams.ttw,
      gramsWtt: grams.wtt,
      greatCircleKm,
      flownKm,
      method,
    },
  };
}

/**
 * Converts trips to a feature collection: one line per leg, then one point per airport.
 * @example
 * const map = JSON.stringify(tripGeoJson([estimateTrip({ stops: ['ZRH', 'SFO'] })]));
 */
export function tripGeoJson(trips: readonly TripEstimate[]): TripFeatures {
  const codes = new Set(
    trips.flatMap(({ legs }) =>
      legs.flatMap(({ leg }) => [leg.origin.toUpperCase(), leg.destination.toUpperCase()]),
    ),
  );
  const points = [...codes].map((code): TripFeature => {
    const geometry = { type: 'Point', coordinates: place(code) } as const;
    return { type: 'Feature', geometry, properties: { airport: code } };
  });
  const lines = trips.flatMap((trip) => trip.legs.map((leg) => lineOf(trip, leg)));
  return { type: 'FeatureCollection', features: [...lines, ...points] };
}
