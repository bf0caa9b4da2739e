/** A cache of estimates by the inputs they depend on: for servers, whose flights repeat. */
import type { AircraftCode } from '../aircraft/aircraft-codes.ts';
import { AIRPORT_COUNT } from '../airports/airport-codes.ts';
import { numberClass } from '../fleets/number-classes.ts';
import type { CheckedFlight } from '../flight/flight-input.ts';

/** Values by route and month, for one carrier, aircraft, and class of flight numbers. */
type ByRoute<T> = Map<number, T>;

/** Tables by class of flight numbers, for one carrier and aircraft. */
type ByClass<T> = ByRoute<T>[];

/** Tables by aircraft (undefined: not given), for one carrier. */
type ByAircraft<T> = Map<AircraftCode | undefined, ByClass<T>>;

type Generation<T> = Map<string, ByAircraft<T>>;

const MONTHS = 12;

/** Combines route and month to one number, which stays below 2^31 so that looking it up allocates nothing. */
const routeAndMonth = ({ from, to, month }: CheckedFlight): number =>
  (from * AIRPORT_COUNT + to) * MONTHS + month - 1;

/** Tests whether an estimate depends only on route, month, carrier, aircraft, and class of the flight number. */
const isPlain = ({ seats, loadFactor, cargoMassFraction, distanceKm }: CheckedFlight): boolean =>
  seats === undefined &&
  loadFactor === undefined &&
  cargoMassFraction === undefined &&
  distanceKm === undefined;

/** Returns the value of a key; if there is none, `make` creates it. */
function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function tableOf<T>(generation: Generation<T>, flight: CheckedFlight, at: number): ByRoute<T> {
  const byAircraft = getOrCreate(generation, flight.carrier, (): ByAircraft<T> => new Map());
  const byClass = getOrCreate(byAircraft, flight.aircraft, (): ByClass<T> => []);
  const table = byClass[at];
  if (table) return table;
  const made: ByRoute<T> = new Map();
  byClass[at] = made;
  return made;
}

/**
 * Caches values of flights, created by `make`, by the inputs of an estimate: at most twice `most` of them. Two
 * generations are kept: evicting the oldest values of a large table one at a time costs more than calculating them.
 */
export function cacheEstimates<T>(
  make: (flight: CheckedFlight) => T,
  most: number,
): (flight: CheckedFlight) => T {
  let current: Generation<T> = new Map();
  let previous: Generation<T> = new Map();
  let count = 0;

  return (flight) => {
    if (!isPlain(flight)) return make(flight);
    const { fleet, flightNumber, date } = flight;
    const at = fleet ? numberClass(fleet.numberClasses, flightNumber, date) : 0;
    const key = routeAndMonth(flight);
    const known = tableOf(current, flight, at).get(key);
    if (known !== undefined) return known;
    const value = previous.get(flight.carrier)?.get(flight.aircraft)?.[at]?.get(key) ?? make(flight);
    if (count >= most) {
      previous = current;
      current = new Map();
      count = 0;
    }
    tableOf(current, flight, at).set(key, value);
    count++;
    return value;
  };
}
