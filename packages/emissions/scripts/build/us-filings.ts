/**
 * Packs what carriers filed with the US DOT of their flights inside, to and from the US: how full they were by carrier,
 * airport, route and month, and how much cargo wide bodies carried by carrier and route.
 */
import { countriesOf, type SourceAirport } from './airports.ts';
import { numberOf, textOf } from './csv.ts';
import { entryOf } from './entry-of.ts';
import { columns, digits, moduleText } from './pack.ts';
import { packCarriers, packRoutes, type RouteRow, routeAirports, sortRows } from './route-columns.ts';
import { ownTable, sourceTable } from './sources.ts';
import { largestSegments } from './t100.ts';
import { packCargo } from './us-cargo.ts';

/** Countries and territories whose flights count as domestic for carriers of the US, and Canada. */
const US_ZONE = new Set(['US', 'PR', 'VI', 'GU', 'MP', 'AS']);
/** Departures a year below which a carrier's filings are not used. */
const MIN_DEPARTURES = 100;
/**
 * How much of a year's deviation of an airport or route from its carrier is there in other years, of which TIM takes
 * up to six: of the deviations of January 2024 54 % were left in February 2026 by airport and carrier, 41 % by route,
 * both with another month's season in them; of six years one is the year itself.
 */
const PERSISTENCE = 0.7;
/** Departures a year that the carrier's mean is worth against an airport's own. */
const AIRPORT_STRENGTH = 100;
/** Departures in its quietest three months that the zone's season is worth against a route's own. */
const ROUTE_STRENGTH = 300;
const MONTHS = 12;
/** Parts of a logarithm in which deviations are packed; src/us-filings.ts knows them too. */
const LOAD_STEP = 0.02;
const SEASON_STEP = 0.01;
/** The digit of no deviation. */
const ZERO = 32;

/** Seats and passengers, which add up. */
interface Load {
  departures: number;
  seats: number;
  passengers: number;
}

const noLoad = (): Load => ({ departures: 0, seats: 0, passengers: 0 });
const loadFactor = ({ seats, passengers }: Load): number => passengers / seats;

function add(to: Load, { departures, seats, passengers }: Load): void {
  to.departures += departures;
  to.seats += seats;
  to.passengers += passengers;
}

const deviation = (logarithm: number, step: number): string =>
  digits(Math.max(1, Math.min(63, ZERO + Math.round(logarithm / step))), 1);

/** Zone of each country, one letter: U the US, C Canada, L the rest of the Americas, A eastwards to India, P the rest. */
function zones(airports: readonly SourceAirport[], countries: readonly string[]): string {
  return countries
    .map((country) => {
      if (US_ZONE.has(country)) return 'U';
      if (country === 'CA') return 'C';
      const longitudes = airports.filter((airport) => airport.country === country).map(({ lon }) => lon);
      const mean = longitudes.reduce((sum, lon) => sum + lon, 0) / longitudes.length;
      if (mean < -30 && mean > -150) return 'L';
      return mean >= -30 && mean < 95 ? 'A' : 'P';
    })
    .join('');
}

/** How full a carrier's flights are, by airport; those inside the US and Canada apart for carriers of the US. */
interface CarrierLoads {
  readonly domestic: Load;
  readonly international: Load;
  /** By region and airport. */
  readonly airports: Map<string, Map<string, Load>>;
}

function carrierLoads(): Map<string, CarrierLoads> {
  const carriers = new Map<string, CarrierLoads>();
  for (const row of sourceTable('t100_2024_carrier_origin_region.csv')) {
    const load = {
      departures: numberOf(row, 'departures'),
      seats: numberOf(row, 'seats'),
      passengers: numberOf(row, 'passengers'),
    };
    // Three-character codes are the Department's own, not a code a flight is sold under.
    if (textOf(row, 'carrier').length !== 2 || load.seats === 0) continue;
    const carrier = entryOf(carriers, textOf(row, 'carrier'), () => ({
      domestic: noLoad(),
      international: noLoad(),
      airports: new Map(),
    }));
    const region = textOf(row, 'region');
    add(region === 'D' ? carrier.domestic : carrier.international, load);
    const byAirport = entryOf(carrier.airports, region, () => new Map<string, Load>());
    add(entryOf(byAirport, textOf(row, 'origin'), noLoad), load);
  }
  return carriers;
}

/**
 * By airport, how much fuller (logarithm) than the carrier's mean flights from it are. Abroad against the carrier's
 * mean; in the US, from which a carrier may fly to several regions, against the mean of each region.
 */
function deviations(
  { domestic, international, airports }: CarrierLoads,
  inUs: ReadonlySet<string>,
): {
  readonly domestic: Map<string, number>;
  readonly international: Map<string, number>;
} {
  const all = { domestic: new Map<string, number>(), international: new Map<string, number>() };
  const weights = new Map<string, number>();
  for (const [region, byAirport] of airports) {
    const regionLoad = noLoad();
    for (const load of byAirport.values()) add(regionLoad, load);
    for (const [airport, load] of byAirport) {
      const base = region === 'D' ? domestic : inUs.has(airport) ? regionLoad : international;
      const own = Math.log(Math.max(0.1, loadFactor(load)) / loadFactor(base));
      const shrunk = (PERSISTENCE * own * load.departures) / (load.departures + AIRPORT_STRENGTH);
      if (region === 'D') {
        all.domestic.set(airport, shrunk);
        continue;
      }
      const before = weights.get(airport) ?? 0;
      const weight = before + load.departures;
      const mean = ((all.international.get(airport) ?? 0) * before + shrunk * load.departures) / weight;
      all.international.set(airport, mean);
      weights.set(airport, weight);
    }
  }
  return all;
}

/** Load factor of a carrier in thousandths; 0 where it filed too little. */
const thousandths = (load: Load): number =>
  load.departures < MIN_DEPARTURES ? 0 : Math.round(1000 * loadFactor(load));

/**
 * The same of a carrier of elsewhere, which has few flights to the US: drawn to the mean of all such carriers. Of their
 * deviations in January 2024 57 % were left in February 2026, with another month's season in them.
 */
function foreignThousandths(load: Load, mean: number): number {
  if (load.departures < MIN_DEPARTURES) return 0;
  return Math.round(1000 * mean * (loadFactor(load) / mean) ** PERSISTENCE);
}

/** A carrier's deviation at an airport, by number. */
interface AirportRow {
  readonly carrier: string;
  readonly airport: number;
  readonly deviation: string;
}

/**
 * `carrier, load factor inside the US and Canada, load factor abroad`, and for both scopes the airports of each carrier
 * as gaps between their numbers, with their deviations.
 */
function packLoads(
  numbers: ReadonlyMap<string, number>,
  inUs: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const carriers = [...carrierLoads()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([, { domestic, international }]) => thousandths(domestic) + thousandths(international) > 0);
  const rows: Readonly<Record<'domestic' | 'international', AirportRow[]>> = {
    domestic: [],
    international: [],
  };
  for (const [carrier, loads] of carriers) {
    const own = deviations(loads, inUs);
    for (const scope of ['domestic', 'international'] as const) {
      if (thousandths(loads[scope]) === 0) continue;
      const known = [...own[scope]].flatMap(([iata, logarithm]) => {
        const airport = numbers.get(iata);
        const small = Math.round(logarithm / LOAD_STEP) === 0;
        return airport === undefined || small
          ? []
          : [{ carrier, airport, deviation: deviation(logarithm, LOAD_STEP) }];
      });
      rows[scope].push(...known.sort((a, b) => a.airport - b.airport));
    }
  }
  const packed = (name: string, all: readonly AirportRow[]): Readonly<Record<string, string>> => ({
    [`${name}_CARRIERS`]: packCarriers(all),
    [`${name}_AIRPORTS`]: columns(
      all.map(
        ({ carrier, airport }, i) => airport - (all[i - 1]?.carrier === carrier ? all[i - 1]!.airport : 0),
      ),
      2,
    ),
    [`${name}_DEVIATIONS`]: all.map((row) => row.deviation).join(''),
  });
  const foreign = noLoad();
  for (const [, { domestic, international }] of carriers)
    if (domestic.departures === 0) add(foreign, international);
  const abroad = ({ domestic, international }: CarrierLoads): number =>
    domestic.departures === 0
      ? foreignThousandths(international, loadFactor(foreign))
      : thousandths(international);
  return {
    FILED_LOADS: carriers
      .map(([carrier, loads]) => carrier + digits(thousandths(loads.domestic), 2) + digits(abroad(loads), 2))
      .join(''),
    ...packed('DOMESTIC', rows.domestic),
    ...packed('ABROAD', rows.international),
  };
}

/** Mean of each month and its neighbours, as TIM takes a route's month. */
const smoothed = (months: readonly number[]): number[] =>
  months.map((own, m) => (months.at(m - 1)! + own + months[(m + 1) % MONTHS]!) / 3);

const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Of each zone the months' load factors over the year's, with their neighbours. */
function zoneSeasons(): Map<string, number[]> {
  return new Map(
    ownTable('season.csv').map((row) => [
      textOf(row, 'zone'),
      smoothed(MONTH_NAMES.map((month) => numberOf(row, month))),
    ]),
  );
}

/** Both directions of a route of a carrier, in each month of the year. */
interface RouteYear {
  readonly carrier: string;
  readonly ends: readonly [string, string];
  readonly months: Load[];
  readonly seen: Set<string>;
}

/** Routes that are among the largest segments in every month and both directions: others are there when they are full. */
function wholeYears(): RouteYear[] {
  const routes = new Map<string, RouteYear>();
  for (const segment of largestSegments()) {
    const ends = [segment.origin, segment.destination].sort() as [string, string];
    if (segment.carrier.length !== 2) continue;
    const route = entryOf(routes, [segment.carrier, ...ends].join(), () => ({
      carrier: segment.carrier,
      ends,
      months: Array.from({ length: MONTHS }, noLoad),
      seen: new Set<string>(),
    }));
    add(route.months[Number(segment.month.slice(5)) - 1]!, segment);
    route.seen.add(segment.month + segment.origin);
  }
  return [...routes.values()].filter(({ seen }) => seen.size === 2 * MONTHS);
}

/** Deviations of a route: of its year from the airports', and of its months from the zone's. */
interface SeasonRow extends RouteRow {
  readonly level: string;
  readonly months: readonly string[];
}

/** Routes inside the US that are known by themselves. */
function packSeasons(
  numbers: ReadonlyMap<string, number>,
  inUs: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const carriers = carrierLoads();
  const zone = zoneSeasons().get('D')!;
  const rows = sortRows(
    wholeYears()
      .filter(({ ends }) => ends.every((end) => inUs.has(end) && numbers.has(end)))
      .map(({ carrier, ends, months }): SeasonRow => {
        const loads = carriers.get(carrier)!;
        const { domestic } = deviations(loads, inUs);
        const year = noLoad();
        for (const month of months) add(year, month);
        const airports = (domestic.get(ends[0]) ?? 0) + (domestic.get(ends[1]) ?? 0);
        const windows = months.map((own, m) => {
          const window = noLoad();
          for (const month of [months.at(m - 1)!, own, months[(m + 1) % MONTHS]!]) add(window, month);
          return window;
        });
        const quietest = Math.min(...windows.map(({ departures }) => departures));
        const weight = (PERSISTENCE * quietest) / (quietest + ROUTE_STRENGTH);
        const [first = 0, second = 0] = ends.map((end) => numbers.get(end)!).sort((a, b) => a - b);
        return {
          carrier,
          first,
          second,
          level: deviation(
            weight * Math.log(loadFactor(year) / loadFactor(loads.domestic)) - airports,
            LOAD_STEP,
          ),
          months: windows.map((window, m) =>
            deviation(weight * Math.log(loadFactor(window) / loadFactor(year) / zone[m]!), SEASON_STEP),
          ),
        };
      }),
  );
  return {
    ...packRoutes('SEASON', rows),
    SEASON_LEVELS: rows.map(({ level }) => level).join(''),
    SEASON_MONTHS: rows.flatMap(({ months }) => months).join(''),
  };
}

/** The module of US filings. */
export function usFilingsModule(airports: readonly SourceAirport[]): string {
  const numbers = routeAirports(airports);
  const inUs = new Set(airports.flatMap(({ iata, country }) => (US_ZONE.has(country) ? [iata] : [])));
  return moduleText(
    'US DOT T-100: load factors by carrier, airport, route and month; cargo of wide bodies.',
    {
      COUNTRY_ZONES: zones(airports, countriesOf(airports)),
      ZONE_SEASONS: [...zoneSeasons()]
        .map(([zone, months]) => [zone, ...months.map((month) => Math.round(1000 * month))].join(' '))
        .join(','),
      ...packLoads(numbers, inUs),
      ...packSeasons(numbers, inUs),
      ...packCargo(numbers),
    },
  );
}
