/** Distances between airports on the sphere. */
import { airportRow, haversine } from './airport-rows.ts';
import type { Leg } from './leg.ts';

/**
 * Earth radius, km: one minute of arc is one nautical mile. TIM uses this radius too; the mean radius of 6371 km gives
 * 0.07 % more.
 */
export const EARTH_RADIUS_KM: number = (1.852 * 60 * 180) / Math.PI;

/** Kilometres in a nautical mile. */
export const KM_PER_NM = 1.852;

/** Returns the great-circle distance between two airports by index, km. 0 for an airport and itself. */
export function greatCircleKm(a: number, b: number): number {
  return kmBetweenRows(airportRow(a), airportRow(b));
}

/** Returns the great-circle distance of a leg, km. */
export const legKm = ({ fromRow, toRow }: Leg): number => kmBetweenRows(fromRow, toRow);

function kmBetweenRows(a: number, b: number): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, haversine(a, b))));
}
