/** How much fuel a type burns over a distance: EMEP/EEA guidebook 2023, 1.A.3.a, Annex 1. */
import { FUEL, STAGES_NM } from './data/aircraft.ts';

/** Fuel by type and stage length. */
interface FuelTable {
  readonly rows: ReadonlyMap<string, number>;
  /** Landing and take-off cycle, kg, by row. */
  readonly landingTakeOff: Float64Array;
  /** Climb, cruise and descent, kg: row times stages. */
  readonly climbCruiseDescent: Float64Array;
  /** Stage lengths the row has, at least 3. */
  readonly stageCounts: Uint8Array;
}

/** Stage lengths of the table, nautical miles. */
const STAGES: readonly number[] = STAGES_NM.split(' ').map(Number);
const WIDTH: number = STAGES.length;

let table: FuelTable | undefined;

function decode(): FuelTable {
  const texts = FUEL.split(';');
  const rows = new Map<string, number>();
  const landingTakeOff = new Float64Array(texts.length);
  const climbCruiseDescent = new Float64Array(texts.length * WIDTH);
  const stageCounts = new Uint8Array(texts.length);
  texts.forEach((text, row) => {
    const [icao = '', lto, ...stages] = text.split(' ');
    rows.set(icao, row);
    landingTakeOff[row] = Number(lto) / 100;
    stageCounts[row] = stages.length;
    stages.forEach((kg, i) => {
      climbCruiseDescent[row * WIDTH + i] = Number(kg) / 100;
    });
  });
  return { rows, landingTakeOff, climbCruiseDescent, stageCounts };
}

function fuelTable(): FuelTable {
  table ??= decode();
  return table;
}

/** Row of the fuel table of an ICAO designator; throws when there is none. */
export function fuelRowIndex(icao: string): number {
  const row = fuelTable().rows.get(icao);
  if (row === undefined) throw new Error(`no fuel row ${icao}`);
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
  return fuelTable().landingTakeOff[row]!;
}

/**
 * Fuel of climb, cruise and descent over `nm` nautical miles, kg: linear between the stage lengths of the table,
 * extrapolated linearly below the first and beyond the last, as TIM does; never below 0.
 */
export function climbCruiseDescentKg(row: number, nm: number): number {
  const { climbCruiseDescent, stageCounts } = fuelTable();
  const segment = Math.min(segmentOf(nm), stageCounts[row]! - 2);
  const at = row * WIDTH + segment;
  const below = climbCruiseDescent[at]!;
  const above = climbCruiseDescent[at + 1]!;
  const start = STAGES[segment]!;
  const kg = below + ((above - below) * (nm - start)) / (STAGES[segment + 1]! - start);
  return Math.max(kg, 0);
}
