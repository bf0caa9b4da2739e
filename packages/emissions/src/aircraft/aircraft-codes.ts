/** Aircraft codes of callers: each means one type, or a family of types. */

import { CODES } from '../data/aircraft.ts';
import { packedEntry } from '../tables/packed-entry.ts';
import { type AircraftType, typeByIcao } from './aircraft.ts';
import { cabinSiblings } from './cabin-siblings.ts';

/** Meaning of an aircraft code of a caller. */
export interface AircraftCode {
  /** Number of the code, from 0 on, in the order in which codes were first looked up. */
  readonly index: number;
  /** Types the code may mean: one for a type, several for a family such as 777. */
  readonly members: readonly AircraftType[];
  /** The type of a code that means one; undefined for a family. */
  readonly single: AircraftType | undefined;
  /** Types with the same cabin as the one member; empty for a family. */
  readonly siblings: readonly AircraftType[];
  /** Type whose fuel TIM's Appendix A gives the code, used when the carrier flies none of the members. */
  readonly fallback: AircraftType;
  /** 0.97 for codes that state winglets or sharklets (TIM, section on winglets), otherwise 1; undefined: not stated. */
  readonly fuelFactor: number | undefined;
}

const siblingsOf = (type: AircraftType): AircraftType[] =>
  cabinSiblings(type.icao).map((icao) => typeByIcao(icao)!);

/** Reads a code of three or four letters and digits, in capitals; undefined when it is not supported. */
function decodeCode(code: string): Omit<AircraftCode, 'index'> | undefined {
  const packed = packedEntry(CODES, ';', `${code}|`);
  if (packed !== undefined) {
    // Values that a code shares with its one type are not packed.
    const [, appendixA = '', factor, icaos = ''] = packed.split('|');
    const members = icaos.split(' ').map((icao) => typeByIcao(icao)!);
    const single = members.length === 1 ? members[0] : undefined;
    return {
      members,
      single,
      siblings: single ? siblingsOf(single) : [],
      fallback: typeByIcao(appendixA || icaos)!,
      fuelFactor: Number(factor || 1),
    };
  }
  const type = typeByIcao(code);
  return (
    type && {
      members: [type],
      single: type,
      siblings: siblingsOf(type),
      fallback: type,
      fuelFactor: undefined,
    }
  );
}

/** Codes looked up so far, as they were written; only supported ones are kept, so there are not many. */
const codes = new Map<string, AircraftCode>();

let count = 0;

const numbered = (code: Omit<AircraftCode, 'index'> | undefined): AircraftCode | undefined =>
  code && { ...code, index: count++ };

/** Returns the meaning of a code that was looked up before, as it was written then. */
export const knownCode = (code: string): AircraftCode | undefined => codes.get(code);

/** Returns the meaning of an IATA or ICAO aircraft code, in either case; undefined if it is not supported. */
export function aircraftCode(code: string): AircraftCode | undefined {
  const known = codes.get(code);
  if (known !== undefined || !/^[A-Za-z0-9]{3,4}$/.test(code)) return known;
  const upper = code.toUpperCase();
  const meant = codes.get(upper) ?? numbered(decodeCode(upper));
  if (meant) {
    codes.set(code, meant);
    codes.set(upper, meant);
  }
  return meant;
}

/** Tests whether a code may mean a type, given by index. */
export function hasMember({ members }: AircraftCode, type: number): boolean {
  for (let i = 0; i < members.length; i++) if (members[i]!.index === type) return true;
  return false;
}

/** Reads the family codes of all members, by designator. */
function decodeFamilies(): ReadonlyMap<string, string> {
  const sizes = new Map<string, number>();
  const families = new Map<string, string>();
  for (const text of CODES.split(';')) {
    const [code = '', , , members = ''] = text.split('|');
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

/**
 * Returns the code of the smallest family that a type (ICAO designator) belongs to, such as `777`; empty if it has
 * none.
 */
export function familyOf(icao: string): string {
  families ??= decodeFamilies();
  return families.get(icao) ?? '';
}
