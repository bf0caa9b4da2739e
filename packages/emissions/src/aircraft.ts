/** Which aircraft types there are, and which type a code of a caller means. */
import { cabinSiblings } from './cabin-siblings.ts';
import { positive } from './damaged-table.ts';
import { CODES, TYPES } from './data/aircraft.ts';
import { fuelRowIndex } from './fuel.ts';
import { packedEntry } from './packed-entry.ts';
import type { CabinSeats } from './seats.ts';

/** Narrow: one aisle. Wide: two. Decides the cabin weights. */
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
  /** Seats by cabin when the carrier's layout is unknown; the median of the world's fleets. */
  readonly typicalSeats: CabinSeats;
}

/** What a code given by a caller stands for. */
export interface AircraftCode {
  /** The code as IATA or ICAO writes it. */
  readonly code: string;
  readonly name: string;
  /** Types the code may mean: one for a type, several for a family such as 777. */
  readonly members: readonly AircraftType[];
  /** Types with the same cabin as the one member; empty for a family. */
  readonly siblings: readonly AircraftType[];
  /** Type whose fuel TIM's Appendix A gives the code, used when the carrier flies none of the members. */
  readonly fallback: AircraftType;
  /** 0.97 for codes that say winglets or sharklets (TIM, section on winglets), else 1; undefined: not said. */
  readonly fuelFactor: number | undefined;
}

let packedTypes: readonly string[] | undefined;
const types: (AircraftType | undefined)[] = [];
let indexes: ReadonlyMap<string, number> | undefined;

function typeTexts(): readonly string[] {
  packedTypes ??= TYPES.split(';');
  return packedTypes;
}

function decodeType(index: number): AircraftType {
  const [icao = '', name = '', body, fuelIcao = '', seats = ''] = (typeTexts()[index] ?? '').split('|');
  const [first = 0, business = 0, premiumEconomy = 0, economy = 0] = seats.split(' ').map(Number);
  const type: AircraftType = {
    index,
    icao,
    name,
    body: body === 'w' ? 'wide' : 'narrow',
    fuelRow: fuelRowIndex(fuelIcao),
    fuelIcao,
    typicalSeats: { first, business, premiumEconomy, economy },
  };
  positive('TYPES', first + business + premiumEconomy + economy);
  types[index] = type;
  return type;
}

/** The type of an index. */
export function aircraftType(index: number): AircraftType {
  return types[index] ?? decodeType(index);
}

/** All types, in the order of their indexes. */
export function aircraftTypes(): AircraftType[] {
  return typeTexts().map((_, index) => aircraftType(index));
}

/** The type of an ICAO designator; undefined when there is none. */
function typeByIcao(icao: string): AircraftType | undefined {
  indexes ??= new Map(typeTexts().map((text, index) => [text.slice(0, text.indexOf('|')), index]));
  const index = indexes.get(icao);
  return index === undefined ? undefined : aircraftType(index);
}

const siblingsOf = (type: AircraftType): AircraftType[] =>
  cabinSiblings(type.icao).map((icao) => typeByIcao(icao)!);

/** Reads a code of three or four letters and digits, in capitals; undefined when it is not supported. */
function decodeCode(code: string): AircraftCode | undefined {
  const packed = packedEntry(CODES, ';', `${code}|`);
  if (packed !== undefined) {
    const [, name = '', appendixA = '', factor, icaos = ''] = packed.split('|');
    const members = icaos.split(' ').map((icao) => typeByIcao(icao)!);
    const siblings = members.length === 1 ? siblingsOf(members[0]!) : [];
    return { code, name, members, siblings, fallback: typeByIcao(appendixA)!, fuelFactor: Number(factor) };
  }
  const type = typeByIcao(code);
  if (!type) return undefined;
  const { name } = type;
  return { code, name, members: [type], siblings: siblingsOf(type), fallback: type, fuelFactor: undefined };
}

/** Codes asked for so far, as they were written; only supported ones are kept, so there are not many. */
const codes = new Map<string, AircraftCode>();

/** What an IATA or ICAO aircraft code stands for, in either case; undefined when it is not supported. */
export function aircraftCode(code: string): AircraftCode | undefined {
  const known = codes.get(code);
  if (known !== undefined || !/^[A-Za-z0-9]{3,4}$/.test(code)) return known;
  const upper = code.toUpperCase();
  const decoded = codes.get(upper) ?? decodeCode(upper);
  if (decoded) codes.set(code, decoded);
  return decoded;
}

/** Designator of a member to the code of its family. */
function decodeFamilies(): ReadonlyMap<string, string> {
  const sizes = new Map<string, number>();
  const families = new Map<string, string>();
  for (const text of CODES.split(';')) {
    const [code = '', , , , members = ''] = text.split('|');
    const designators = members.split(' ');
    if (designators.length < 2) continue;
    for (const icao of designators) {
      if (designators.length >= (sizes.get(icao) ?? Number.POSITIVE_INFINITY)) continue;
      sizes.set(icao, designators.length);
      families.set(icao, code);
    }
  }
  return families;
}

let families: ReadonlyMap<string, string> | undefined;

/** Code of the smallest family a type (ICAO designator) belongs to, such as `777`; empty when it stands alone. */
export function familyOf(icao: string): string {
  families ??= decodeFamilies();
  return families.get(icao) ?? '';
}
