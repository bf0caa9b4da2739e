/** One number for a route, whichever way it is flown. */
import { AIRPORT_COUNT } from '../airports/airport-codes.ts';

/** One number for a pair of airports by index, whichever comes first. */
export function routeKey(a: number, b: number): number {
  return a < b ? a * AIRPORT_COUNT + b : b * AIRPORT_COUNT + a;
}
