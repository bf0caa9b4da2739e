import { AIRPORT_COUNT } from '../airports/airport-codes.ts';
import { gaiaNumber } from '../airports/airport-order.ts';

/** Returns one number for a route, by its airports' indexes in either order. */
export function routeKey(a: number, b: number): number {
  return a < b ? a * AIRPORT_COUNT + b : b * AIRPORT_COUNT + a;
}

/** The same by the airports' numbers in GAIA, as tables of routes are packed; -1 if one has none. */
export function gaiaRouteKey(a: number, b: number): number {
  const [one, other] = [gaiaNumber(a), gaiaNumber(b)];
  return one < 0 || other < 0 ? -1 : routeKey(one, other);
}
