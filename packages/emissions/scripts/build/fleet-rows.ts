/** The fleet rows the build works on: the source table with the project's own rows laid over it. */
import { type Row, textOf } from './csv.ts';
import { ownTable, sourceTable } from './sources.ts';

/** Places whose mention in a layout note says that the layout leaves the country. */
const ABROAD =
  /international|asia|europe|america|caribbean|hawaii|gulf|oceania|australia|japan|korea|china\b|mexico|latin|long|transatlantic|africa|india\b|taiwan|guam|bali|mainland|middle east|canada|pacific|thailand/i;

/** Rows of fleets.csv with the project's own rows laid over them, one carrier once. */
export function readFleetRows(): Row[] {
  const own = ownTable('fleet-overlay.csv');
  const replaced = new Set(own.map((row) => `${row.carrier_iata}/${row.aircraft_icao}`));
  const regionOf = new Map<string, string>();
  const rows = sourceTable('fleets.csv').filter((row) => {
    const carrier = textOf(row, 'carrier_iata');
    // Some carriers stand in two regions of the source: the first one counts.
    if (!regionOf.has(carrier)) regionOf.set(carrier, textOf(row, 'region'));
    return regionOf.get(carrier) === row.region && !replaced.has(`${carrier}/${row.aircraft_icao}`);
  });
  return [...rows, ...own.filter((row) => Number(row.count) > 0)].flatMap(splitByWinglets);
}

/** IATA codes that say winglets or sharklets, by type. */
const WINGLET_CODES: Readonly<Record<string, string>> = {
  A321: '32B',
  B737: '73W',
  B738: '73H',
  B739: '73J',
};

/** Splits a row into aircraft with and without winglets where winglets.csv knows the carrier's part. */
function splitByWinglets(row: Row): Row[] {
  winglets ??= ownTable('winglets.csv');
  const part = winglets.find(
    ({ carrier, aircraft_icao }) => carrier === row.carrier_iata && aircraft_icao === row.aircraft_icao,
  );
  const code = WINGLET_CODES[textOf(row, 'aircraft_icao')];
  if (!part || code === undefined) return [row];
  const count = Number(row.count);
  const share = Number(part.share);
  const sub = { ...row, aircraft_iata: code };
  // The few aircraft of a special layout came late, so they all have them.
  if (share >= 1 || count < 20) return [sub];
  return [
    { ...row, count: String(Math.round(count * (1 - share))) },
    { ...sub, count: String(Math.round(count * share)) },
  ];
}

let winglets: readonly Row[] | undefined;

/** d: flown inside one country only; i: abroad only; empty: either. */
export function scopeOf(row: Row): 'd' | 'i' | '' {
  const note = textOf(row, 'layout_note');
  if (/\bdomestic\b/i.test(note)) return ABROAD.test(note) ? '' : 'd';
  return /\binternational\b/i.test(note) ? 'i' : '';
}
