/** Routes to, from and inside the US with their own load factors: those filed in every month of the year. */
import { LOAD_STEP, SEASON_STEP } from '../../src/tables/packed-steps.ts';
import { countriesOf, type SourceAirport } from './airports.ts';
import { carrierLoads, deviations, PERSISTENCE } from './carrier-loads.ts';
import { numberOf, textOf } from './csv.ts';
import { addLoad, type Load, loadFactor, noLoad } from './filed-load.ts';
import { getOrCreate } from './get-or-create.ts';
import { deviation } from './load-deviation.ts';
import { packRoutes, type RouteRow, sortRows } from './route-columns.ts';
import { ownTable } from './sources.ts';
import { largestSegments } from './t100.ts';
import { usAirports, zones } from './us-zone.ts';

/** Departures in its quietest three months that the zone's season counts against a route's own. */
const ROUTE_STRENGTH = 300;
const MONTHS = 12;

/** Returns the mean of each month and its neighbours, as TIM takes a route's month. */
const smoothed = (months: readonly number[]): number[] =>
  months.map((own, m) => (months.at(m - 1)! + own + months[(m + 1) % MONTHS]!) / 3);

const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns, by zone, the months' load factors over the year's, with their neighbours. */
export function zoneSeasons(): Map<string, number[]> {
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

/**
 * Returns the routes among the largest segments in every month and both directions: others are there only when full.
 */
function wholeYears(): RouteYear[] {
  const routes = new Map<string, RouteYear>();
  for (const segment of largestSegments()) {
    const ends = [segment.origin, segment.destination].sort() as [string, string];
    if (segment.carrier.length !== 2) continue;
    const route = getOrCreate(routes, [segment.carrier, ...ends].join(), () => ({
      carrier: segment.carrier,
      ends,
      months: Array.from({ length: MONTHS }, noLoad),
      seen: new Set<string>(),
    }));
    addLoad(route.months[Number(segment.month.slice(5)) - 1]!, segment);
    route.seen.add(segment.month + segment.origin);
  }
  return [...routes.values()].filter(({ seen }) => seen.size === 2 * MONTHS);
}

/** Returns the letter of a route's season: D inside the US and to Canada, else the zone of its end abroad. */
function seasonLetters(airports: readonly SourceAirport[]): (ends: readonly [string, string]) => string {
  const countries = countriesOf(airports);
  const letters = zones(airports, countries);
  const zoneOf = new Map(airports.map(({ iata, country }) => [iata, letters[countries.indexOf(country)]!]));
  return (ends) => {
    const abroad = ends.map((end) => zoneOf.get(end)!).find((zone) => zone !== 'U');
    return abroad === undefined || abroad === 'C' ? 'D' : abroad;
  };
}

/** Three months' load: a month with its neighbours. */
function windowsOf(months: readonly Load[]): Load[] {
  return months.map((own, m) => {
    const window = noLoad();
    for (const month of [months.at(m - 1)!, own, months[(m + 1) % MONTHS]!]) addLoad(window, month);
    return window;
  });
}

/** Deviations of a route: its year from the airports', and its months from the zone's. */
interface SeasonRow extends RouteRow {
  readonly level: string;
  readonly months: readonly string[];
}

/** Packs the routes with their own load factors. */
export function packSeasons(
  numbers: ReadonlyMap<string, number>,
  airports: readonly SourceAirport[],
): Readonly<Record<string, string>> {
  const inUs = usAirports(airports);
  const carriers = carrierLoads();
  const seasons = zoneSeasons();
  const letterOf = seasonLetters(airports);
  const rows = sortRows(
    wholeYears()
      .filter(({ ends }) => ends.every((end) => numbers.has(end)))
      .map(({ carrier, ends, months }): SeasonRow => {
        const loads = carriers.get(carrier)!;
        const season = letterOf(ends);
        // Canada counts as inside the US only for carriers of the US, as in `usLoadFactor`.
        const scope = season === 'D' && loads.domestic.seats > 0 ? 'domestic' : 'international';
        const known = deviations(loads, inUs)[scope];
        const ofEnds = (known.get(ends[0]) ?? 0) + (known.get(ends[1]) ?? 0);
        const year = noLoad();
        for (const month of months) addLoad(year, month);
        const windows = windowsOf(months);
        const quietest = Math.min(...windows.map(({ departures }) => departures));
        const weight = (PERSISTENCE * quietest) / (quietest + ROUTE_STRENGTH);
        const [first = 0, second = 0] = ends.map((end) => numbers.get(end)!).sort((a, b) => a - b);
        return {
          carrier,
          first,
          second,
          level: deviation(
            weight * Math.log(loadFactor(year) / loadFactor(loads[scope])) - ofEnds,
            LOAD_STEP,
          ),
          months: windows.map((window, m) =>
            deviation(
              weight * Math.log(loadFactor(window) / loadFactor(year) / seasons.get(season)![m]!),
              SEASON_STEP,
            ),
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
