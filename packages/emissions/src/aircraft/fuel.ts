/** Fuel that a type burns over a distance: EMEP/EEA guidebook 2023, 1.A.3.a, Annex 1. */

import { FUEL, FUEL_ROWS, STAGES_NM } from '../data/aircraft.ts';
import { CorruptDataError, requirePositive } from '../tables/corrupt-data.ts';
import { packedEntry } from '../tables/packed-entry.ts';

/** Stage lengths of the table, nautical miles. */
const STAGES: Float64Array = /* @__PURE__ */ Float64Array.from(STAGES_NM.split(' '), Number);

/** Numbers per segment between stage lengths: the fuel over the first, and the fuel per further mile. */
const SEGMENT = 2;
/** Numbers per type: the landing and take-off cycle, and its segments. */
const STRIDE: number = 1 + SEGMENT * (STAGES.length - 1);

/** End of each row read so far; see {@link tableEndNm}. */
const ends: Float64Array = /* @__PURE__ */ new Float64Array(FUEL_ROWS);

/** Numbers of the rows looked up so far, by designator; and their text. */
const rows: Map<string, number> = /* @__PURE__ */ new Map();
const texts: string[] = [];
/** Fuel by row, kg; a row that is not yet read has no landing and take-off cycle. */
const table: Float64Array = /* @__PURE__ */ new Float64Array(STRIDE * FUEL_ROWS);

function readRow(row: number, at: number): void {
  const [, ...hundredths] = texts[row]!.split(' ');
  const [landingTakeOff = 0, ...kg] = hundredths.map((text) => requirePositive('FUEL', Number(text)) / 100);
  table[at] = landingTakeOff;
  ends[row] = STAGES[kg.length] ?? Number.POSITIVE_INFINITY;
  for (let segment = 0; segment < STAGES.length - 1; segment++) {
    // Beyond the last stage length of the type, its last segment is extrapolated.
    const used = Math.min(segment, kg.length - 2);
    const first = at + 1 + SEGMENT * segment;
    const slope = (kg[used + 1]! - kg[used]!) / (STAGES[used + 1]! - STAGES[used]!);
    table[first] = kg[used]! + slope * (STAGES[segment]! - STAGES[used]!);
    table[first + 1] = slope;
  }
}

/**
 * Returns the start of a row in the table. Reads the row when its fuel is first needed: most of a fleet never flies a
 * route.
 */
function rowAt(row: number): number {
  const at = row * STRIDE;
  if (table[at] === 0) readRow(row, at);
  return at;
}

/** Returns the row of an ICAO designator in the fuel table. @throws CorruptDataError if there is none. */
export function fuelRowIndex(icao: string): number {
  const known = rows.get(icao);
  if (known !== undefined) return known;
  const text = packedEntry(FUEL, ';', `${icao} `);
  if (text === undefined) throw new CorruptDataError('FUEL', `no row ${icao}`);
  const row = texts.push(text) - 1;
  rows.set(icao, row);
  return row;
}

/**
 * Returns the first stage length, in nautical miles, that the table lacks for a type: from there on its fuel is a
 * guess, as most types do not fly so far. Infinite if the row has all stage lengths.
 */
export function tableEndNm(row: number): number {
  rowAt(row);
  return ends[row]!;
}

/** Returns the index of the stage length at or below `nm`, so that it and the next one enclose the distance. */
export function segmentOf(nm: number): number {
  if (nm >= 1500) return Math.min(6 + Math.floor((nm - 1500) / 500), STAGES.length - 2);
  if (nm >= 1000) return 5;
  if (nm >= 750) return 4;
  if (nm >= 500) return 3;
  if (nm >= 250) return 2;
  return nm >= 200 ? 1 : 0;
}

/**
 * Returns the fuel of a type over `nm` nautical miles of climb, cruise and descent, kg, including the landing and
 * take-off cycle: linear between the stage lengths of the table, extrapolated linearly below the first and beyond the
 * last, as TIM does; never below the cycle's fuel.
 * @param segment Segment of `nm`, the same for every type; see {@link segmentOf}.
 */
export function tripKg(row: number, nm: number, segment: number = segmentOf(nm)): number {
  const at = rowAt(row);
  const first = at + 1 + SEGMENT * segment;
  return table[at]! + Math.max(0, table[first]! + table[first + 1]! * (nm - STAGES[segment]!));
}
