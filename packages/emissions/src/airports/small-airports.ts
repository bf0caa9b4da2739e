/** Airports that only some aircraft can use: short runways, steep approaches, rules against jets. */
import type { AircraftType } from '../aircraft/aircraft.ts';
import { SMALL_AIRPORTS } from '../data/fleets.ts';
import { airportIndex } from './airport-codes.ts';

/** Aircraft that an airport allows: narrow bodies of any type, or only the types with these indexes. */
export type Allowed = 'narrow' | ReadonlySet<number>;

let table: ReadonlyMap<number, Allowed> | undefined;

function decode(): ReadonlyMap<number, Allowed> {
  return new Map(
    SMALL_AIRPORTS.split(',').map((entry) => {
      const [code = '', ...types] = entry.split(' ');
      const allowed = types[0] === 'n' ? 'narrow' : new Set(types.map(Number));
      return [airportIndex(code), allowed];
    }),
  );
}

/** Returns the aircraft that an airport, by index, allows; undefined if no restriction is known. */
export function smallAirport(airport: number): Allowed | undefined {
  table ??= decode();
  return table.get(airport);
}

/** Tests whether a type is among those allowed. */
export function isAllowed(allowed: Allowed, { body, index }: AircraftType): boolean {
  return allowed === 'narrow' ? body === 'narrow' : allowed.has(index);
}
