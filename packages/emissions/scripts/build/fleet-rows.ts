/** Fleet rows of the build: the source table, overlaid with the project's own rows. */
import { type Row, textOf } from './csv.ts';
import { ownTable, sourceTable } from './sources.ts';

/** Places whose mention in a layout note says that the layout leaves the country; `domestic, regional` also does. */
const ABROAD =
  /international|asia|europe|america|caribbean|hawaii|gulf|oceania|australia|japan|korea|china\b|mexico|latin|long|transatlantic|africa|india\b|taiwan|guam|bali|mainland|middle east|canada|pacific|thailand|kathmandu|kolkata|varanasi|guwahati|bangkok|vietnam|hong kong|cairns|honiara|noumea|samoa|domestic(?: trunk)?[,/] ?regional/i;

/** How much of a row rests on general knowledge, rather than on a source that can be looked up. */
export type GeneralKnowledge = 'all' | 'part' | 'none';

/**
 * Returns how much of a row of the fleets rests on general knowledge: its source begins with these words if all of it
 * does, or names them after a publication, which then has the total or the layout, while the split or the counts are
 * recalled.
 */
export function generalKnowledgeOf(row: Row): GeneralKnowledge {
  const source = textOf(row, 'source');
  if (/^general knowledge/i.test(source)) return 'all';
  return /general knowledge|from memory/i.test(source) ? 'part' : 'none';
}

/** Reads fleets.csv, overlaid with the project's own rows, a carrier's type from one listing. */
export function readFleetRows(): Row[] {
  const own = ownTable('fleet-overlay.csv');
  const replaced = new Set(own.map((row) => `${row.carrier_iata}/${row.aircraft_icao}`));
  const listingOf = new Map<string, string>();
  const rows = sourceTable('fleets.csv').filter((row) => {
    // Some carriers are in two regions of the source: for each type the first listing counts.
    const key = `${textOf(row, 'carrier_iata')}/${textOf(row, 'aircraft_icao')}`;
    if (!listingOf.has(key)) listingOf.set(key, textOf(row, 'region'));
    return listingOf.get(key) === row.region && !replaced.has(key);
  });
  const all = [...rows, ...own.filter((row) => Number(row.count) > 0)];
  return applyFleetRanges(all).flatMap(splitByWinglets);
}

/** The same without carriers that ceased: types that may fly a flight of an unknown carrier. */
export function flyingFleetRows(): Row[] {
  const ceased = new Set(ownTable('ceased-carriers.csv').map(({ carrier }) => carrier));
  return readFleetRows().filter((row) => !ceased.has(row.carrier_iata));
}

/** Sets the longest usual distance of a carrier's type by fleet-ranges.csv; its shorter layouts stay. */
function applyFleetRanges(rows: readonly Row[]): Row[] {
  const longest = new Map<string, number>();
  const keyOf = (row: Row): string => `${row.carrier_iata}/${row.aircraft_icao}`;
  for (const row of rows) {
    longest.set(keyOf(row), Math.max(longest.get(keyOf(row)) ?? 0, Number(row.max_km)));
  }
  const ranges = new Map(ownTable('fleet-ranges.csv').map((row) => [keyOf(row), textOf(row, 'max_km')]));
  for (const key of ranges.keys()) {
    if (!longest.has(key)) throw new Error(`fleet-ranges.csv: no aircraft ${key} in the fleets`);
  }
  return rows.map((row) => {
    const max = ranges.get(keyOf(row));
    return max === undefined || Number(row.max_km) < longest.get(keyOf(row))! ? row : { ...row, max_km: max };
  });
}

/** IATA codes that state winglets or sharklets, by type. */
const WINGLET_CODES: Readonly<Record<string, string>> = {
  A321: '32B',
  B737: '73W',
  B738: '73H',
  B739: '73J',
};

/** Splits a row into aircraft with and without winglets if winglets.csv knows the carrier's part. */
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
  // A special layout's few aircraft are new, so that all have winglets.
  if (share >= 1 || count < 20) return [sub];
  return [
    { ...row, count: String(Math.round(count * (1 - share))) },
    { ...sub, count: String(Math.round(count * share)) },
  ];
}

let winglets: readonly Row[] | undefined;

/** d: flown inside one country only; i: abroad only; empty: either. */
export type Scope = 'd' | 'i' | '';

/**
 * Returns the scope of each row: that of its note, unless the note keeps all of a carrier's layouts of a type at home
 * that T-100 shows abroad ("domestic first" speaks of a cabin).
 */
export function scopesOf(
  rows: readonly Row[],
  filed: readonly Row[] = sourceTable('t100_route_types.csv'),
): Map<Row, Scope> {
  const keyOf = (row: Row): string => `${textOf(row, 'carrier_iata')}/${textOf(row, 'aircraft_icao')}`;
  const abroad = new Set(filed.map((row) => `${textOf(row, 'carrier')}/${textOf(row, 'icao')}`));
  const away = new Set(rows.filter((row) => scopeOfNote(row) !== 'd').map(keyOf));
  return new Map(
    rows.map((row) => {
      const contradicted = abroad.has(keyOf(row)) && !away.has(keyOf(row));
      return [row, contradicted ? '' : scopeOfNote(row)];
    }),
  );
}

function scopeOfNote(row: Row): Scope {
  const note = textOf(row, 'layout_note');
  if (/\bdomestic\b/i.test(note)) return ABROAD.test(note) ? '' : 'd';
  return /\binternational\b/i.test(note) ? 'i' : '';
}
