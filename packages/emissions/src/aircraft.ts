/** Which aircraft types there are, and which type a code of a caller means. */
import { cabinSiblings } from './cabin-siblings.ts';
import { CODES, TYPES } from './data/aircraft.ts';
import { fuelRowIndex } from './fuel.ts';
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

let types: readonly AircraftType[] | undefined;
let codes: ReadonlyMap<string, AircraftCode> | undefined;

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

function decodeTypes(): readonly AircraftType[] {
  return TYPES.split(';').map((text, index) => {
    const [icao = '', name = '', body, fuelIcao = '', seats = ''] = text.split('|');
    const [first = 0, business = 0, premiumEconomy = 0, economy = 0] = seats.split(' ').map(Number);
    return {
      index,
      icao,
      name,
      body: body === 'w' ? 'wide' : 'narrow',
      fuelRow: fuelRowIndex(fuelIcao),
      fuelIcao,
      typicalSeats: { first, business, premiumEconomy, economy },
    };
  });
}

function decodeCodes(): ReadonlyMap<string, AircraftCode> {
  const byIcao = new Map(aircraftTypes().map((type) => [type.icao, type]));
  const siblingsOf = (members: readonly AircraftType[]): AircraftType[] =>
    members.length === 1 ? cabinSiblings(members[0]!.icao).map((icao) => byIcao.get(icao)!) : [];
  const map = new Map<string, AircraftCode>();
  for (const type of aircraftTypes()) {
    map.set(type.icao, {
      code: type.icao,
      name: type.name,
      members: [type],
      siblings: siblingsOf([type]),
      fallback: type,
      fuelFactor: undefined,
    });
  }
  for (const text of CODES.split(';')) {
    const [code = '', name = '', appendixA = '', factor, members = ''] = text.split('|');
    const types = members.split(' ').map((icao) => byIcao.get(icao)!);
    map.set(code, {
      code,
      name,
      members: types,
      siblings: siblingsOf(types),
      fallback: byIcao.get(appendixA)!,
      fuelFactor: Number(factor),
    });
  }
  return map;
}

let families: ReadonlyMap<string, string> | undefined;

/** Code of the smallest family a type (ICAO designator) belongs to, such as `777`; empty when it stands alone. */
export function familyOf(icao: string): string {
  families ??= decodeFamilies();
  return families.get(icao) ?? '';
}

/** All types, in the order of their indexes. */
export function aircraftTypes(): readonly AircraftType[] {
  types ??= decodeTypes();
  return types;
}

/** What an IATA or ICAO aircraft code stands for, in either case; undefined when it is not supported. */
export function aircraftCode(code: string): AircraftCode | undefined {
  codes ??= decodeCodes();
  return codes.get(code) ?? codes.get(code.toUpperCase());
}
