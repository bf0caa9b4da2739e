/**
 * The engine's arithmetic as a first version would have it, over the parsed tables: objects by string key, array
 * methods, no scratch space. It covers flights outside the US by carriers without partners, as the benchmark uses.
 */
import { type AircraftType, aircraftTypes } from '../src/aircraft/aircraft.ts';
import { type AircraftCode, aircraftCode } from '../src/aircraft/aircraft-codes.ts';
import { cabinWeights } from '../src/aircraft/cabin-weights.ts';
import { AIRPORT_COUNT, airportCode } from '../src/airports/airport-codes.ts';
import {
  airportConnections,
  airportCountry,
  airportCountryIndex,
  isTrunkAirport,
} from '../src/airports/airports.ts';
import { degreesOf } from '../src/airports/coordinates.ts';
import { type Allowed, isAllowed, smallAirport } from '../src/airports/small-airports.ts';
import { carrierHome } from '../src/carriers/carriers.ts';
import { FUEL, STAGES_NM } from '../src/data/aircraft.ts';
import { carrierFleet } from '../src/fleets/fleet.ts';
import type { FlightInput } from '../src/flight/flight-input.ts';
import { airportPairFactor } from '../src/statistics/airport-pair-factor.ts';
import { bandCargo } from '../src/statistics/cargo.ts';
import { countryFactor } from '../src/statistics/distance-factor.ts';

/** Tables as a JSON file would hold them. */
export interface NaiveTables {
  readonly airports: Record<
    string,
    { lat: number; lon: number; country: string; connections: number; trunk: boolean }
  >;
  readonly pairs: Record<string, number>;
  readonly countries: Record<string, number>;
  readonly fuel: Record<string, { lto: number; ccd: { nm: number; kg: number }[] }>;
  readonly types: Record<string, { type: AircraftType; body: 'narrow' | 'wide'; fuel: string }>;
  readonly small: Record<string, Allowed>;
  readonly fleets: Record<string, NaiveRow[]>;
}

interface NaiveRow {
  readonly type: string;
  readonly seats: Record<'first' | 'business' | 'premiumEconomy' | 'economy', number>;
  readonly rate: number;
  readonly minKm: number;
  readonly maxKm: number;
  readonly scope: string;
  readonly regional: boolean;
  readonly home: string;
  readonly fuelFactor: number;
  readonly load: { domestic: number; international: number };
}

/** Parses the tables that some flights need. */
export function naiveTables(flights: readonly FlightInput[]): NaiveTables {
  const airports: NaiveTables['airports'] = {};
  const indexes: Record<string, number> = {};
  for (let i = 0; i < AIRPORT_COUNT; i++) {
    indexes[airportCode(i)] = i;
    const { latitude, longitude } = degreesOf(i);
    airports[airportCode(i)] = {
      lat: latitude,
      lon: longitude,
      country: airportCountry(i),
      connections: airportConnections(i),
      trunk: isTrunkAirport(i),
    };
  }
  const pairs: NaiveTables['pairs'] = {};
  const countries: NaiveTables['countries'] = {};
  for (const { origin: a, destination: b } of flights) {
    const [from, to] = [indexes[a]!, indexes[b]!];
    pairs[`${a}-${b}`] = airportPairFactor(from, to);
    countries[`${airports[a]!.country}-${airports[b]!.country}`] = countryFactor(
      airportCountryIndex(from),
      airportCountryIndex(to),
    );
  }
  const stages = STAGES_NM.split(' ').map(Number);
  const fuel: NaiveTables['fuel'] = {};
  for (const text of FUEL.split(';')) {
    const [icao = '', lto, ...kgs] = text.split(' ');
    fuel[icao] = {
      lto: Number(lto) / 100,
      ccd: kgs.map((kg, i) => ({ nm: stages[i]!, kg: Number(kg) / 100 })),
    };
  }
  const types = Object.fromEntries(
    aircraftTypes().map((type) => [type.icao, { type, body: type.body, fuel: type.fuelIcao }]),
  );
  const countryNames: Record<number, string> = {};
  for (const code of Object.keys(indexes))
    countryNames[airportCountryIndex(indexes[code]!)] = airports[code]!.country;
  const fleets: NaiveTables['fleets'] = {};
  for (const carrier of new Set(flights.map((flight) => flight.operatingCarrierCode))) {
    fleets[carrier] = (carrierFleet(carrier)?.layouts ?? []).map((layout) => ({
      type: layout.type.icao,
      seats: layout.seats,
      rate: layout.rate,
      minKm: layout.minKm,
      maxKm: layout.maxKm,
      scope: layout.scope,
      regional: layout.regional,
      home: countryNames[layout.home] ?? '',
      fuelFactor: layout.fuelFactor,
      load: layout.load!,
    }));
  }
  const small: NaiveTables['small'] = {};
  for (const code of Object.keys(indexes)) {
    const allowed = smallAirport(indexes[code]!);
    if (allowed) small[code] = allowed;
  }
  return { airports, pairs, countries, fuel, types, fleets, small };
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function fuelOf({ lto, ccd }: NaiveTables['fuel'][string], nm: number): number {
  const above = ccd.findIndex((stage) => stage.nm > nm);
  const i = above < 0 ? ccd.length - 2 : Math.max(0, above - 1);
  const [a, b] = [ccd[i]!, ccd[i + 1]!];
  return lto + Math.max(0, a.kg + ((b.kg - a.kg) * (nm - a.nm)) / (b.nm - a.nm));
}

type NaiveAirport = NaiveTables['airports'][string];

function distanceKm(from: NaiveAirport, to: NaiveAirport): number {
  const h =
    Math.sin(radians(to.lat - from.lat) / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(radians(to.lon - from.lon) / 2) ** 2;
  return 2 * ((1.852 * 60 * 180) / Math.PI) * Math.asin(Math.sqrt(h));
}

/** Circumstances of a flight that decide how likely a layout is. */
interface Circumstances {
  readonly from: NaiveAirport;
  readonly to: NaiveAirport;
  readonly km: number;
  readonly code: AircraftCode | undefined;
  readonly small: Allowed | undefined;
  readonly wideFit: number;
  readonly regionalFit: number;
}

function fitsOf(from: NaiveAirport, to: NaiveAirport, home: string) {
  const domestic = from.country === to.country;
  const away = [from, to].filter(({ country }) => country !== home);
  const size = away.length === 1 ? away[0]!.connections : Math.min(from.connections, to.connections);
  const trunk = domestic && from.trunk && to.trunk ? Math.max(1.5, size / 70) : size / 70;
  return {
    wideFit: Math.max(0.15, domestic ? Math.min(1.5, trunk) : trunk),
    regionalFit: Math.min(1.5, Math.max(0.1, (0.5 / Math.max(trunk, 0.1)) ** 2)),
  };
}

function codeFactor(row: NaiveRow, code: AircraftCode | undefined): number {
  if (!code) return 1;
  if (!code.members.some(({ icao }) => icao === row.type)) return 0.05;
  const isWrong =
    code.members.length === 1 && code.fuelFactor !== undefined && code.fuelFactor !== row.fuelFactor;
  return isWrong ? 0.01 : 1;
}

function weightOf(
  row: NaiveRow,
  type: NaiveTables['types'][string],
  { from, to, km, code, small, wideFit, regionalFit }: Circumstances,
): number {
  const domestic = from.country === to.country;
  let weight = row.rate * codeFactor(row, code);
  if (km < row.minKm) weight *= (km / row.minKm) ** (1 / 0.35) + 1e-9;
  if (km > row.maxKm) weight *= (row.maxKm / km) ** (1 / 0.12) + 1e-9;
  if (type.body === 'wide') weight *= wideFit;
  else if (row.regional) weight *= regionalFit;
  if (small && !isAllowed(small, type.type)) weight *= 0.01;
  if (row.scope !== 'any' && (row.scope === 'domestic') !== domestic) weight *= 0.05;
  if (row.home !== from.country && row.home !== to.country) weight *= 0.1;
  return weight;
}

/** Returns the fuel factor of a layout; a code of one type states its own. */
function fuelFactorOf(row: NaiveRow, code: AircraftCode | undefined): number {
  if (code?.members.length !== 1) return row.fuelFactor;
  return code.fuelFactor ?? (row.type === code.members[0]!.icao ? row.fuelFactor : 1);
}

/** Returns the grams of an economy passenger, like `economyGramsPerPax`. */
export function naiveEconomyGrams(tables: NaiveTables, flight: FlightInput): number {
  const from = tables.airports[flight.origin.toUpperCase()]!;
  const to = tables.airports[flight.destination.toUpperCase()]!;
  const km = distanceKm(from, to);
  const factor =
    tables.pairs[`${flight.origin}-${flight.destination}`] ||
    tables.countries[`${from.country}-${to.country}`] ||
    1.052;
  const nm = Math.max(0, (km * factor) / 1.852 - 17);
  const domestic = from.country === to.country;
  const code = flight.aircraft === undefined ? undefined : aircraftCode(flight.aircraft);
  const named = code?.members.map(({ icao }) => icao);
  const siblings = code?.siblings.map(({ icao }) => icao) ?? [];
  const small = code ? undefined : (tables.small[flight.origin] ?? tables.small[flight.destination]);
  const fits = fitsOf(from, to, carrierHome(flight.operatingCarrierCode));
  const circumstances = { from, to, km, code, small, ...fits };
  const rows = tables.fleets[flight.operatingCarrierCode]!.filter(
    ({ type }) => named === undefined || named.includes(type) || siblings.includes(type),
  ).map((row) => ({ row, weight: weightOf(row, tables.types[row.type]!, circumstances) }));
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const figures = rows
    .map(({ row, weight }) => ({ row, share: weight / total }))
    .filter(({ share }) => share >= 0.002)
    .map(({ row, share }) => {
      const type = tables.types[named?.length === 1 ? named[0]! : row.type]!;
      const weights = cabinWeights(type.body);
      const capacity = (['first', 'business', 'premiumEconomy', 'economy'] as const).reduce(
        (sum, cabin) => sum + row.seats[cabin] * weights[cabin],
        0,
      );
      const load = domestic ? row.load.domestic : row.load.international;
      const kg = fuelOf(tables.fuel[type.fuel]!, nm) * fuelFactorOf(row, code);
      const grams = (kg * 3835.9 * (1 - bandCargo(type.body, km).value)) / (capacity * load);
      return { body: type.body, share, grams };
    });
  const shareOf = (body: string): number =>
    figures.filter((one) => one.body === body).reduce((sum, { share }) => sum + share, 0);
  const body = shareOf('wide') > shareOf('narrow') ? 'wide' : 'narrow';
  const kept = figures.filter((one) => one.body === body);
  return kept.reduce((sum, { share, grams }) => sum + share * grams, 0) / shareOf(body);
}
