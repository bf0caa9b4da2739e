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
  return [...rows, ...own.filter((row) => Number(row.count) > 0)];
}

/** d: flown inside one country only; i: abroad only; empty: either. */
export function scopeOf(row: Row): 'd' | 'i' | '' {
  const note = textOf(row, 'layout_note');
  if (/\bdomestic\b/i.test(note)) return ABROAD.test(note) ? '' : 'd';
  return /\binternational\b/i.test(note) ? 'i' : '';
}
