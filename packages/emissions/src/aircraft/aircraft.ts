import { TYPES } from '../data/aircraft.ts';
import { requirePositive } from '../tables/corrupt-data.ts';
import { fuelRowIndex } from './fuel.ts';
import type { CabinSeats } from './seats.ts';

/** Narrow: one aisle. Wide: two. Determines the cabin weights. */
export type Body = 'narrow' | 'wide';

/** One aircraft type. */
export interface AircraftType {
  /** Position in {@link aircraftTypes}. */
  readonly index: number;
  /** ICAO designator, such as `B789`. */
  readonly icao: string;
  readonly name: string;
  readonly body: Body;
  /** Row of the fuel table: the type's own, or the one TIM's Appendix A maps it to. */
  readonly fuelRow: number;
  /** Designator of that row. */
  readonly fuelIcao: string;
}

let packedTypes: readonly string[] | undefined;
const types: (AircraftType | undefined)[] = [];
let indexes: ReadonlyMap<string, number> | undefined;

function typeTexts(): readonly string[] {
  packedTypes ??= TYPES.split(';');
  return packedTypes;
}

function decodeType(index: number): AircraftType {
  const [icao = '', name = '', body, fuelIcao = ''] = (typeTexts()[index] ?? '').split('|');
  const type: AircraftType = {
    index,
    icao,
    name,
    body: body === 'w' ? 'wide' : 'narrow',
    fuelRow: fuelRowIndex(fuelIcao),
    fuelIcao,
  };
  types[index] = type;
  return type;
}

/** Returns the seats by cabin of a type, by index, for an unknown layout: the median of the world's fleets. */
export function typicalSeats(index: number): CabinSeats {
  const [, , , , seats = ''] = (typeTexts()[index] ?? '').split('|');
  const [first = 0, business = 0, premiumEconomy = 0, economy = 0] = seats.split(' ').map(Number);
  requirePositive('TYPES', first + business + premiumEconomy + economy);
  return { first, business, premiumEconomy, economy };
}

/** Returns the type with an index. */
export function aircraftType(index: number): AircraftType {
  return types[index] ?? decodeType(index);
}

/** Returns all types, in the order of their indexes. */
export function aircraftTypes(): AircraftType[] {
  return typeTexts().map((_, index) => aircraftType(index));
}

/** Returns the type with an ICAO designator; undefined if there is none. */
export function typeByIcao(icao: string): AircraftType | undefined {
  indexes ??= new Map(typeTexts().map((text, index) => [text.slice(0, text.indexOf('|')), index]));
  const index = indexes.get(icao);
  return index === undefined ? undefined : aircraftType(index);
}
