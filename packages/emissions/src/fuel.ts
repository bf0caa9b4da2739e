/** How much fuel a type burns over a distance: EMEP/EEA guidebook 2023, 1.A.3.a, Annex 1. */
import { CorruptDataError, positive } from './corrupt-data.ts';
import { FUEL, STAGES_NM } from './data/aircraft.ts';

/** Stage lengths of the table, nautical miles. */
const STAGES: Float64Array = /* @__PURE__ */ Float64Array.from(STAGES_NM.split(' '), Number);

/** Fuel of one type. */
interface FuelRow {
  /** Landing and take-off cycle, kg. */
  readonly landingTakeOff: number;
  /** Climb, cruise and descent, kg, by stage length; at least 3. */
  readonly climbCruiseDescent: Float64Array;
}

let texts: readonly string[] | undefined;
const rows: (FuelRow | undefined)[] = [];

function packedRows(): readonly string[] {
  texts ??= FUEL.split(';');
  return texts;
}

/** Reads a row when it is asked for first. */
function decode(row: number): FuelRow {
  const [, ...hundredths] = packedRows()[row]!.split(' ');
  const kg = Float64Array.from(hundredths, (text) => positive('FUEL', Number(text)) / 100);
  const decoded = { landingTakeOff: kg[0]!, climbCruiseDescent: kg.subarray(1) };
  rows[row] = decoded;
  return decoded;
}

/** Row of the fuel table of an ICAO designator; throws {@link CorruptDataError} when there is none. */
export function fuelRowIndex(icao: string): number {
  const row = packedRows().findIndex((text) => text.startsWith(`${icao} `));
  if (row < 0) throw new CorruptDataError('FUEL', `no row ${icao}`);
  return row;
}

/** Index of the stage length at or below `nm`, so that it and the next one embrace the distance. */
function segmentOf(nm: number): number {
  if (nm >= 1500) return 6 + Math.floor((nm - 1500) / 500);
  if (nm >= 1000) return 5;
  if (nm >= 500) return nm >= 750 ? 4 : 3;
  return nm >= 250 ? 2 : nm >= 200 ? 1 : 0;
}

/** Fuel of the landing and take-off cycle, kg. */
export function landingTakeOffKg(row: number): number {
  return (rows[row] ?? decode(row)).landingTakeOff;
}

/**
 * Fuel of climb, cruise and descent over `nm` nautical miles, kg: linear between the stage lengths of the table,
 * extrapolated linearly below the first and beyond the last, as TIM does; never below 0.
 */
export function climbCruiseDescentKg(row: number, nm: number): number {
  const { climbCruiseDescent } = rows[row] ?? decode(row);
  const segment = Math.min(segmentOf(nm), climbCruiseDescent.length - 2);
  const below = climbCruiseDescent[segment]!;
  const above = climbCruiseDescent[segment + 1]!;
  const start = STAGES[segment]!;
  const kg = below + ((above - below) * (nm - start)) / (STAGES[segment + 1]! - start);
  return Math.max(kg, 0);
}
