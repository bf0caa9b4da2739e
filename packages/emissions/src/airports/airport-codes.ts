/**
 * Airports by code. About 9 550, most of them from OurAirports; an airport's index is its position by code. The first
 * few are looked up in the packed text, so that the first estimate need not wait for all of them.
 */

import { PRESENCE, PRESENCE_COUNTS, SIZES } from '../data/airports.ts';
import { CorruptDataError, requireLength } from '../tables/corrupt-data.ts';
import { digitAt, numberAt } from '../tables/digits.ts';
import { COUNTED_DIGITS } from '../tables/packed-steps.ts';

/** Number of airports. */
export const AIRPORT_COUNT: number = SIZES.length;

const LETTERS = 26;
const FIRST_LETTER = 65;

/** Returns 0 for AAA to 17 575 for ZZZ; -1 if the text is not three letters A-Z. */
export function codeOrdinal(code: string): number {
  if (code.length !== 3) return -1;
  let ordinal = 0;
  for (let i = 0; i < 3; i++) {
    const letter = (code.charCodeAt(i) & ~32) - FIRST_LETTER;
    if (letter < 0 || letter >= LETTERS) return -1;
    ordinal = ordinal * LETTERS + letter;
  }
  return ordinal;
}

/** A bit for each code, six to a digit. */
const present: string = /* @__PURE__ */ requireLength('PRESENCE', PRESENCE, Math.ceil(LETTERS ** 3 / 6));

/** Returns the index of the airport with an ordinal, by counting the earlier ones; -1 if there is none. */
function packedIndex(ordinal: number): number {
  const at = Math.floor(ordinal / 6);
  const bit = 1 << (ordinal % 6);
  const bits = digitAt(present, at);
  if ((bits & bit) === 0) return -1;
  const block = Math.floor(at / COUNTED_DIGITS);
  let index = numberAt(PRESENCE_COUNTS, 3 * block, 3) + countOnes(bits & (bit - 1));
  for (let i = block * COUNTED_DIGITS; i < at; i++) index += countOnes(digitAt(present, i));
  return index;
}

/** Counts the bits set in a digit: sums of two adjacent bits, then of all. */
function countOnes(digit: number): number {
  const pairs = (digit & 0b010101) + ((digit >> 1) & 0b010101);
  return (pairs & 0b11) + ((pairs >> 2) & 0b11) + (pairs >> 4);
}

/** Index by the ordinal of the code, -1 if there is no such airport; and the other way round. */
interface AirportCodes {
  readonly indexes: Int16Array;
  readonly ordinals: Uint16Array;
}

let codes: AirportCodes | undefined;

function decode(): AirportCodes {
  const indexes = new Int16Array(LETTERS ** 3).fill(-1);
  const ordinals = new Uint16Array(AIRPORT_COUNT);
  let index = 0;
  for (let i = 0; i < present.length; i++) {
    const bits = digitAt(present, i);
    for (let bit = 0; bit < 6; bit++) {
      if ((bits & (1 << bit)) === 0) continue;
      indexes[6 * i + bit] = index;
      ordinals[index++] = 6 * i + bit;
    }
  }
  if (index !== AIRPORT_COUNT)
    throw new CorruptDataError('PRESENCE', `${index} airports, not ${AIRPORT_COUNT}`);
  return { indexes, ordinals };
}

/** Returns the indexes of airports by the ordinal of their code, -1 if there is none; read-only. */
export function indexesByOrdinal(): Int16Array {
  codes ??= decode();
  return codes.indexes;
}

/** Returns the index of an airport by its IATA code, in either case; -1 if there is none. Reads the packed text. */
export function airportIndex(code: string): number {
  const ordinal = codeOrdinal(code);
  return ordinal < 0 ? -1 : packedIndex(ordinal);
}

/** Returns the IATA code of an airport. */
export function airportCode(index: number): string {
  codes ??= decode();
  const ordinal = codes.ordinals[index]!;
  return String.fromCharCode(
    FIRST_LETTER + Math.floor(ordinal / (LETTERS * LETTERS)),
    FIRST_LETTER + (Math.floor(ordinal / LETTERS) % LETTERS),
    FIRST_LETTER + (ordinal % LETTERS),
  );
}
