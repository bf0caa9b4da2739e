/** Which airports only some aircraft can use: short runways, steep approaches, rules against jets. */
import type { AircraftType } from './aircraft.ts';
import { AIRPORT_COUNT, airportIndex } from './airport-codes.ts';
import { SMALL_AIRPORTS } from './data/fleets.ts';

/** What an airport allows: narrow bodies of any type, or the types of these indexes alone. */
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

/** By index whether an airport is in the table, which most are not. */
let isListed: Uint8Array | undefined;

function listed(): Uint8Array {
  table ??= decode();
  const flags = new Uint8Array(AIRPORT_COUNT);
  for (const airport of table.keys()) flags[airport] = 1;
  return flags;
}

/** What an airport by index allows; undefined when nothing is known to keep any aircraft away. */
export function smallAirport(airport: number): Allowed | undefined {
  isListed ??= listed();
  return isListed[airport] === 0 ? undefined : table!.get(airport);
}

/** Whether a type is among those allowed. */
export function isAllowed(allowed: Allowed, { body, index }: AircraftType): boolean {
  return allowed === 'narrow' ? body === 'narrow' : allowed.has(index);
}
