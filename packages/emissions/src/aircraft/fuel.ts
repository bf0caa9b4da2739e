/** How much fuel a type burns over a distance: EMEP/EEA guidebook 2023, 1.A.3.a, Annex 1. */

import { FUEL, FUEL_ROWS, STAGES_NM } from '../data/aircraft.ts';
import { CorruptDataError, positive } from '../tables/corrupt-data.ts';
import { packedEntry } from '../tables/packed-entry.ts';

/** Stage lengths of the table, nautical miles. */
const STAGES: Float64Array = /* @__PURE__ */ Float64Array.from(STAGES_NM.split(' '), Number);

/** Numbers from one stage length to the next: the fuel over the first, and what a further mile burns. */
const SEGMENT = 2;
/** Numbers of a type: the landing and take-off cycle, and its segments. */
const STRIDE: number = 1 + SEGMENT * (STAGES.length - 1);

/** Where each row read so far ends; see {@link tableEndNm}. */
const ends: Float64Array = /* @__PURE__ */ new Float64Array(FUEL_ROWS);

/** Numbers of the rows looked up so far, by designator; and their text. */
const rows: Map<string, number> = /* @__PURE__ */ new Map();
const texts: string[] = [];
/** Fuel by row, kg; a row that was not read yet has no landing and take-off cycle. */
const table: Float64Array = /* @__PURE__ */ new Float64Array(STRIDE * FUEL_ROWS);

function readRow(row: number, at: number): void {
  const [, ...hundredths] = texts[row]!.split(' ');
  const [landingTakeOff = 0, ...kg] = hundredths.map((text) => positive('FUEL', Number(text)) / 100);
  table[at] = landingTakeOff;
  ends[row] = STAGES[kg.length] ?? Number.POSITIVE_INFINITY;
  for (let segment = 0; segment < STAGES.length - 1; segment++) {
    // Beyond the last stage length of the type its last two go on.
    const used = Math.min(segment, kg.length - 2);
    const first = at + 1 + SEGMENT * segment;
    const slope = (kg[used + 1]! - kg[used]!) / (STAGES[used + 1]! - STAGES[used]!);
    table[first] = kg[used]! + slope * (STAGES[segment]! - STAGES[used]!);
    table[first + 1] = slope;
  }
}

/** Where a row begins in the table, which is read when its fuel is first needed: most of a fleet never flies a route. */
function rowAt(row: number): number {
  const at = row * STRIDE;
  if (table[at] === 0) readRow(row, at);
  return at;
}

/** Row of the fuel table of an ICAO designator; throws {@link CorruptDataError} when there is none. */
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
 * The first stage length, nautical miles, that the table does not have of a type: from there on its fuel is a guess, as
 * most types do not fly so far. Infinite where a row has all stage lengths.
 */
export function tableEndNm(row: number): number {
  rowAt(row);
  return ends[row]!;
}

/** Index of the stage length at or below `nm`, so that it and the next one embrace the distance. */
export function segmentOf(nm: number): number {
  if (nm >= 1500) return Math.min(6 + Math.floor((nm - 1500) / 500), STAGES.length - 2);
  if (nm >= 1000) return 5;
  if (nm >= 500) return nm >= 750 ? 4 : 3;
  return nm >= 250 ? 2 : nm >= 200 ? 1 : 0;
}

/**
 * Fuel of a type over `nm` nautical miles of climb, cruise and descent, kg, with that of the landing and take-off cycle:
 * linear between the stage lengths of the table, extrapolated linearly below the first and beyond the last, as TIM does;
 * never below the cycle's.
 * @param segment of `nm`, the same for every type; see {@link segmentOf}.
 */
export function tripKg(row: number, nm: number, segment: number = segmentOf(nm)): number {
  const at = rowAt(row);
  const first = at + 1 + SEGMENT * segment;
  return table[at]! + Math.max(0, table[first]! + table[first + 1]! * (nm - STAGES[segment]!));
}
