/**
 * Packs filings with the US DOT of flights inside, to and from the US: load factors by carrier, airport, route and
 * month, and cargo by carrier and route.
 */
import { LOAD_STEP } from '../../src/tables/packed-steps.ts';
import { countriesOf, type SourceAirport } from './airports.ts';
import { type CarrierLoads, carrierLoads, departuresFrom, deviations, PERSISTENCE } from './carrier-loads.ts';
import { textOf } from './csv.ts';
import { addLoad, type Load, loadFactor, noLoad } from './filed-load.ts';
import { readFleetRows } from './fleet-rows.ts';
import { deviation } from './load-deviation.ts';
import { columns, digits, moduleText } from './pack.ts';
import { packCarriers, routeAirports } from './route-columns.ts';
import { packSeasons, zoneSeasons } from './route-seasons.ts';
import { packCargo } from './us-cargo.ts';
import { usAirports, zones } from './us-zone.ts';

/** Departures per year below which a carrier's filings are not used. */
const MIN_DEPARTURES = 100;

/** Load factor of a carrier in thousandths; 0 if it filed too few flights. */
const thousandths = (load: Load): number =>
  load.departures < MIN_DEPARTURES ? 0 : Math.round(1000 * loadFactor(load));

/**
 * The same for a foreign carrier, which has few flights to the US: drawn to the mean of all such carriers. Of their
 * deviations in January 2024 57 % were left in February 2026, including another month's season.
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
 * Packs `carrier, airport, deviation, airport, deviation...` of airports without a number, by code: only carriers with a
 * known fleet and enough flights, since neither aircraft nor seats of others are known.
 */
function packCoded(
  carriers: readonly (readonly [string, CarrierLoads])[],
  scope: 'domestic' | 'international',
  codes: ReadonlySet<string>,
  inUs: ReadonlySet<string>,
): string {
  const flown = new Set(readFleetRows().map((row) => textOf(row, 'carrier_iata')));
  return carriers
    .filter(([carrier, loads]) => flown.has(carrier) && thousandths(loads[scope]) > 0)
    .map(([carrier, loads]) => {
      const known = [...deviations(loads, inUs)[scope]]
        .filter(([iata, logarithm]) => codes.has(iata) && Math.round(logarithm / LOAD_STEP) !== 0)
        .filter(([iata]) => departuresFrom(loads, scope, iata) >= MIN_DEPARTURES)
        .map(([iata, logarithm]) => iata + deviation(logarithm, LOAD_STEP));
      return known.length === 0 ? '' : carrier + known.sort().join('');
    })
    .filter((entry) => entry !== '')
    .join(' ');
}

/**
 * Packs `carrier, load factor inside the US and Canada, load factor abroad`, and for both scopes the airports of each
 * carrier as gaps between their numbers, with their deviations; airports without a number by code.
 */
function packLoads(
  numbers: ReadonlyMap<string, number>,
  airports: readonly SourceAirport[],
): Readonly<Record<string, string>> {
  const inUs = usAirports(airports);
  const others = new Set(airports.map(({ iata }) => iata).filter((iata) => !numbers.has(iata)));
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
    if (domestic.departures === 0) addLoad(foreign, international);
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
    DOMESTIC_CODED: packCoded(carriers, 'domestic', others, inUs),
    ABROAD_CODED: packCoded(carriers, 'international', others, inUs),
  };
}

/** Builds the module of US filings. */
export function usFilingsModule(airports: readonly SourceAirport[]): string {
  const numbers = routeAirports(airports);
  return moduleText(
    'US DOT T-100: load factors by carrier, airport, route and month; cargo by carrier and route.',
    {
      COUNTRY_ZONES: zones(airports, countriesOf(airports)),
      ZONE_SEASONS: [...zoneSeasons()]
        .map(([zone, months]) => [zone, ...months.map((month) => Math.round(1000 * month))].join(' '))
        .join(','),
      ...packLoads(numbers, airports),
      ...packSeasons(numbers, airports),
      ...packCargo(numbers, airports),
    },
  );
}
