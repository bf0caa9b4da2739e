/** Gaps in the tables, and contradictions between them, found by data alone. */
import type { Row } from '../build/csv.ts';
import { numberOf, textOf } from '../build/csv.ts';
import { readFleetRows, scopesOf } from '../build/fleet-rows.ts';
import { kmBetween } from '../build/kilometres.ts';
import { ownTable, sourceTable } from '../build/sources.ts';
import { constantsOf, type ModuleTexts } from '../renew/module-constants.ts';
import { airportsOf, tablesOf } from '../renew/tables.ts';

/** Gaps of one kind. */
export interface GapList {
  readonly kind: string;
  readonly gaps: readonly string[];
}

/** Fewer departures than this in the month are chance. */
const ENOUGH_DEPARTURES = 20;
/** Smaller fleets do not need their own load factor. */
const LARGE_FLEET = 30;
/** Relative difference of table and T-100 that is a contradiction. */
const SEATS_APART = 0.1;
/** Ratio of the distances of two aircraft that is a hole. */
const HOLE = 1.5;
/** Ratio by which a route may exceed the usual distances, and the part of the departures that may do so. */
const BEYOND = 1.1;
const BEYOND_PART = 0.1;

const carrierOf = (row: Row): string => textOf(row, 'carrier_iata');
const typeKey = (row: Row): string => `${carrierOf(row)} ${textOf(row, 'aircraft_icao')}`;

function seatsOf(row: Row): number {
  return ['first', 'business', 'premium_economy', 'economy'].reduce(
    (sum, cabin) => sum + numberOf(row, cabin),
    0,
  );
}

/**
 * Finds carriers with routes in T-100 and no fleet, and types flown there that the fleet lacks under any similar name.
 */
function unknownAircraft(modules: ModuleTexts, rows: readonly Row[]): GapList[] {
  const departures = new Map<string, number>();
  for (const [name, text] of tablesOf(modules).get('route departures (T-100)')!) {
    const key = `${name.slice(0, 2)} ${name.slice(11)}`;
    departures.set(key, (departures.get(key) ?? 0) + Number.parseInt(text, 10));
  }
  const types = Map.groupBy(rows, carrierOf);
  const apart = new Set(ownTable('partners.csv').map(({ partner }) => partner));
  const aliases = new Set(ownTable('carrier-aliases.csv').map(({ code }) => code));
  const many = [...departures].filter(([, count]) => count >= ENOUGH_DEPARTURES);
  const missing = many.filter(([key]) => !types.has(key.slice(0, 2)));
  const known = new Set(rows.map(typeKey));
  return [
    {
      kind: 'carriers of T-100 without a fleet',
      gaps: missing
        .filter(([key]) => !apart.has(key.slice(0, 2)) && !aliases.has(key.slice(0, 2)))
        .map(([key, count]) => `${key}: ${count} departures`),
    },
    {
      kind: 'types of T-100 the fleet lacks',
      gaps: many
        .filter(([key]) => types.has(key.slice(0, 2)) && !known.has(key))
        .map(([key, count]) => `${key}: ${count} departures`),
    },
  ];
}

function seatContradictions(rows: readonly Row[]): GapList {
  const layouts = Map.groupBy(rows, typeKey);
  const gaps = sourceTable('t100_carrier_type_seats.csv').flatMap((row) => {
    const known = layouts.get(`${row.carrier} ${row.icao}`)?.map(seatsOf);
    if (!known) return [];
    return ['avg_total_seats_intl_T100', 'avg_total_seats_T2_2023_2025'].flatMap((column) => {
      const flown = Number(row[column]);
      const few = Number(row.departures_sampled) < ENOUGH_DEPARTURES;
      if (!(flown > 0) || few) return [];
      const low = Math.min(...known) * (1 - SEATS_APART);
      const high = Math.max(...known) * (1 + SEATS_APART);
      return flown < low || flown > high
        ? [`${row.carrier} ${row.icao}: ${flown} seats flown, layouts of ${known.join(', ')}`]
        : [];
    });
  });
  return { kind: 'seats of T-100 more than 10 % outside all layouts', gaps };
}

/** Finds distances between a carrier's short and long aircraft that are usual for none of its types. */
function holes(rows: readonly Row[]): GapList {
  const gaps: string[] = [];
  for (const [carrier, fleet] of Map.groupBy(rows, carrierOf)) {
    const sorted = [...fleet].sort((a, b) => numberOf(a, 'min_km') - numberOf(b, 'min_km'));
    let reach = Number.POSITIVE_INFINITY;
    for (const row of sorted) {
      const min = numberOf(row, 'min_km');
      if (min > reach * HOLE)
        gaps.push(`${carrier}: nothing between ${reach} and ${min} km (${row.aircraft_icao})`);
      reach = Math.max(reach === Number.POSITIVE_INFINITY ? 0 : reach, numberOf(row, 'max_km'));
    }
  }
  return { kind: 'holes in the distances of a fleet', gaps };
}

/** Finds types that T-100 shows flown beyond their usual distances. */
function shortRanges(modules: ModuleTexts, rows: readonly Row[]): GapList {
  const airports = new Map(airportsOf(constantsOf(modules)).map((airport) => [airport.code, airport]));
  const longest = new Map<string, number>();
  for (const row of rows) {
    longest.set(typeKey(row), Math.max(longest.get(typeKey(row)) ?? 0, numberOf(row, 'max_km')));
  }
  const flown = new Map<string, { all: number; beyond: number; farthest: number }>();
  for (const [name, text] of tablesOf(modules).get('route departures (T-100)')!) {
    const key = `${name.slice(0, 2)} ${name.slice(11)}`;
    const max = longest.get(key);
    if (max === undefined) continue;
    const km = kmBetween(airports.get(name.slice(3, 6))!, airports.get(name.slice(7, 10))!);
    const one = flown.get(key) ?? { all: 0, beyond: 0, farthest: 0 };
    const count = Number.parseInt(text, 10);
    one.all += count;
    if (km > max * BEYOND) {
      one.beyond += count;
      one.farthest = Math.max(one.farthest, Math.round(km));
    }
    flown.set(key, one);
  }
  return {
    kind: 'types flown beyond their usual distances in T-100',
    gaps: [...flown]
      .filter(([, { all, beyond }]) => beyond >= ENOUGH_DEPARTURES && beyond > BEYOND_PART * all)
      .map(
        ([key, { all, beyond, farthest }]) =>
          `${key}: ${beyond} of ${all} departures, up to ${farthest} km, usual to ${longest.get(key)} km`,
      ),
  };
}

function domesticAbroad(rows: readonly Row[]): GapList {
  const scopes = scopesOf(rows);
  const abroad = new Set(sourceTable('t100_route_types.csv').map((row) => `${row.carrier} ${row.icao}`));
  const types = [...Map.groupBy(rows, typeKey)].filter(
    ([key, layouts]) => abroad.has(key) && layouts.every((row) => scopes.get(row) === 'd'),
  );
  return { kind: 'types kept at home that T-100 shows abroad', gaps: types.map(([key]) => key) };
}

/**
 * Finds large carriers with the default load: without a report, and without filings of flights inside the US, which
 * only carriers of the US make.
 */
function withoutLoad(modules: ModuleTexts, rows: readonly Row[]): GapList {
  const tables = tablesOf(modules);
  const known = tables.get('load factors')!;
  const filed = tables.get('loads filed (T-100)')!;
  const hasLoad = (carrier: string): boolean =>
    known.has(carrier) || Number.parseInt(filed.get(carrier) ?? '0', 10) > 0;
  const gaps = [...Map.groupBy(rows, carrierOf)]
    .map(([carrier, fleet]) => ({
      carrier,
      name: fleet[0]!.carrier_name,
      count: fleet.reduce((sum, row) => sum + numberOf(row, 'count'), 0),
    }))
    .filter(({ carrier, count }) => count >= LARGE_FLEET && !hasLoad(carrier))
    .sort((a, b) => b.count - a.count)
    .map(({ carrier, name, count }) => `${carrier} ${name}: ${count} aircraft`);
  return { kind: 'carriers of 30 aircraft and more at the default load factor', gaps };
}

function listedTwice(): GapList {
  const regions = Map.groupBy(sourceTable('fleets.csv'), carrierOf);
  const gaps = [...regions]
    .filter(([, rows]) => new Set(rows.map(({ region }) => region)).size > 1)
    .map(([carrier, rows]) => `${carrier} ${rows[0]!.carrier_name}`);
  return { kind: 'carriers listed twice (a type counts from its first listing)', gaps };
}

function withoutFleet(rows: readonly Row[]): GapList {
  const known = new Set(rows.map(carrierOf));
  const aliases = new Set(ownTable('carrier-aliases.csv').map(({ code }) => code));
  const gaps = sourceTable('carriers.csv')
    .filter(({ carrier_iata = '' }) => !known.has(carrier_iata) && !aliases.has(carrier_iata))
    .map(({ carrier_iata, name, notes }) => `${carrier_iata} ${name}: ${notes}`);
  return { kind: 'carriers known by name without a fleet', gaps };
}

function ceased(rows: readonly Row[]): GapList {
  const known = new Set(rows.map(carrierOf));
  const gaps = sourceTable('carriers.csv')
    .filter(({ carrier_iata = '', notes = '' }) => known.has(carrier_iata) && /^ceased/i.test(notes))
    .map(({ carrier_iata, name, notes }) => `${carrier_iata} ${name}: ${notes}`);
  return { kind: 'ceased carriers whose fleet is kept for past flights', gaps };
}

/** Finds all gaps of the source tables, as these modules pack them. */
export function findGaps(modules: ModuleTexts): GapList[] {
  const rows = readFleetRows();
  return [
    ...unknownAircraft(modules, rows),
    seatContradictions(rows),
    shortRanges(modules, rows),
    holes(rows),
    domesticAbroad(rows),
    withoutLoad(modules, rows),
    listedTwice(),
    withoutFleet(rows),
    ceased(rows),
  ];
}
