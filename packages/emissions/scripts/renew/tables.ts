/** Tables inside generated modules, row by row under readable names, for comparison. */

import { LANGUAGES } from '@flight-offset/core';
import { pairedAirports, readCarrierHubs } from '../../src/carriers/carrier-hubs.ts';
import { departuresOf } from '../../src/statistics/route-types.ts';
import { columnOf, digitAt, numberAt } from '../../src/tables/digits.ts';
import { carrierRows } from './carrier-rows.ts';
import { constantsOf, type ModuleTexts } from './module-constants.ts';

/** One table: name of each row, and its content as text. */
export type Table = ReadonlyMap<string, string>;

/** One airport of the modules. */
export interface PackedAirport {
  readonly code: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
}

type Constants = (name: string) => string;

function codesOf(presence: string): string[] {
  const codes: string[] = [];
  for (let ordinal = 0; ordinal < 26 ** 3; ordinal++) {
    if ((digitAt(presence, Math.floor(ordinal / 6)) & (1 << (ordinal % 6))) === 0) continue;
    const letters = [Math.floor(ordinal / 676), Math.floor(ordinal / 26) % 26, ordinal % 26];
    codes.push(String.fromCharCode(...letters.map((letter) => 65 + letter)));
  }
  return codes;
}

/** Returns the airports of the modules, by index. */
export function airportsOf(constants: Constants): PackedAirport[] {
  const countries = constants('COUNTRIES').match(/../g) ?? [];
  const countryOf = columnOf(constants('AIRPORT_COUNTRIES'), 2);
  const codes = codesOf(constants('PRESENCE'));
  const [corners, sizes] = [constants('CORNERS'), constants('SIZES')];
  const airports: PackedAirport[] = [];
  for (const fine of [true, false]) {
    const name = fine ? 'FINE' : 'COARSE';
    const latitudes = columnOf(constants(`${name}_LATITUDES`), 3);
    const longitudes = columnOf(constants(`${name}_LONGITUDES`), fine ? 4 : 3);
    const steps = fine ? 1000 : 50;
    let at = 0;
    countries.forEach((country, c) => {
      codes.forEach((code, i) => {
        if (countryOf[i] !== c || digitAt(sizes, i) > 0 !== fine) return;
        const latitude = numberAt(corners, 6 * c, 3) / 50 + latitudes[at]! / steps - 90;
        const longitude = numberAt(corners, 6 * c + 3, 3) / 50 + longitudes[at]! / steps - 180;
        airports[i] = { code, country, latitude, longitude };
        at++;
      });
    });
  }
  return airports;
}

/** Airports with flights in GAIA, as tables of routes and pairs number them. */
function numbered(constants: Constants, airports: readonly PackedAirport[]): PackedAirport[] {
  const sizes = constants('SIZES');
  const inGaia = airports.filter((_, i) => digitAt(sizes, i) > 0);
  return (constants('COUNTRIES').match(/../g) ?? []).flatMap((country) =>
    inGaia.filter((airport) => airport.country === country),
  );
}

function airportSizes(constants: Constants, airports: readonly PackedAirport[]): Table {
  const [sizes, trunks] = [constants('SIZES'), constants('TRUNKS')];
  return new Map(
    airports.map(({ code }, i) => {
      const trunk = (digitAt(trunks, Math.floor(i / 6)) & (1 << (i % 6))) !== 0;
      return [code, `${4 * digitAt(sizes, i)} connections${trunk ? ', trunk' : ''}`];
    }),
  );
}

const factorText = (above: number, parts: number): string =>
  above === 0 ? '-' : (1 + above / parts).toFixed(4);

function countryFactors(constants: Constants): Table {
  const countries = constants('COUNTRIES').match(/../g) ?? [];
  const forward = columnOf(constants('COUNTRY_FORWARD'), 2);
  const backward = columnOf(constants('COUNTRY_BACKWARD'), 2);
  const table = new Map<string, string>();
  let rank = -1;
  columnOf(constants('COUNTRY_GAPS'), 2).forEach((gap, i) => {
    rank += gap + 1;
    const [a, b] = [countries[Math.floor(rank / countries.length)]!, countries[rank % countries.length]!];
    if (forward[i]! > 0) table.set(`${a}-${b}`, factorText(forward[i]!, 1000));
    if (backward[i]! > 0) table.set(`${b}-${a}`, factorText(backward[i]!, 1000));
  });
  return table;
}

/** Factors there and back by pair of airports. */
function airportPairs(constants: Constants, airports: readonly PackedAirport[]): Table {
  const ends = numbered(constants, airports);
  const steps = columnOf(constants('PAIR_GAPS'), 3);
  // Three digits hold ten-thousandths, as in earlier generations; now factors take two digits.
  const width = constants('PAIR_FORWARD').length / steps.length;
  const parts = width === 3 ? 10_000 : 1250;
  const forward = columnOf(constants('PAIR_FORWARD'), width);
  const backward = columnOf(constants('PAIR_BACKWARD'), width);
  const table = new Map<string, string>();
  let rank = -1;
  steps.forEach((gap, i) => {
    rank += gap + 1;
    const a = ends[Math.floor(rank / ends.length)]!.code;
    const b = ends[rank % ends.length]!.code;
    const [there, back] = [factorText(forward[i]!, parts), factorText(backward[i]!, parts)];
    if (a < b) table.set(`${a}-${b}`, `${there} there, ${back} back`);
    else table.set(`${b}-${a}`, `${back} there, ${there} back`);
  });
  return table;
}

/** Carriers by route, outside the US. */
function routeCarriers(constants: Constants, airports: readonly PackedAirport[]): Table {
  const ends = numbered(constants, airports).map(({ code }) => code);
  const carriers = new Map<string, string[]>();
  const paired = pairedAirports(columnOf(constants('PAIR_GAPS'), 3), ends.length);
  readCarrierHubs(constants('CARRIER_HUBS'), paired, (carrier, hub, end) => {
    const route = [ends[hub]!, ends[end]!].sort().join('-');
    carriers.set(route, [...(carriers.get(route) ?? []), carrier]);
  });
  return new Map([...carriers].map(([route, codes]) => [route, codes.sort().join(' ')]));
}

/** Entries of a list, each named by the text before its first `gap`. */
function listed(text: string, separator: string, gap: string): Table {
  return new Map(
    text.split(separator).map((entry) => {
      const at = entry.indexOf(gap);
      return at < 0 ? [entry, ''] : [entry.slice(0, at), entry.slice(at + gap.length)];
    }),
  );
}

const designators = (constants: Constants): string[] =>
  constants('TYPES')
    .split(';')
    .map((type) => type.split('|')[0]!);

/** Layouts by carrier, type and seats; the same layout twice gets a number. */
function fleetLayouts(constants: Constants): Table {
  const types = designators(constants);
  const table = new Map<string, string>();
  for (const carrier of constants('FLEETS').split(';')) {
    const [head = '', ...rows] = carrier.split('|');
    for (const row of rows) {
      const [type, count, first, business, premium, economy, min, max, flags] = row.split(' ');
      const seats = [first, business, premium, economy].map((cabin) => cabin || '0').join('/');
      const name = `${head.slice(0, 2)} ${types[Number(type)]} ${seats}`;
      let free = name;
      for (let again = 2; table.has(free); again++) free = `${name} (${again})`;
      table.set(free, `${count} aircraft, ${50 * Number(min)} to ${50 * Number(max)} km, ${flags}`);
    }
  }
  return table;
}

/** Rows of a packed table of routes: carrier, airports by code, number of the row. */
function routeRows(
  constants: Constants,
  airports: readonly PackedAirport[],
  name: string,
): { readonly route: string; readonly row: number }[] {
  const ends = numbered(constants, airports);
  const [first, second] = [columnOf(constants(`${name}_FIRST`), 2), columnOf(constants(`${name}_SECOND`), 2)];
  const rows: { route: string; row: number }[] = [];
  for (const { carrier, from, to } of carrierRows(constants(`${name}_CARRIERS`), first.length)) {
    let [a, b] = [0, 0];
    for (let row = from; row < to; row++) {
      a += first[row]!;
      b = (first[row]! > 0 || b === 0 ? a : b) + second[row]!;
      rows.push({ route: `${carrier} ${[ends[a]!.code, ends[b]!.code].sort().join('-')}`, row });
    }
  }
  return rows;
}

/** Departures by carrier, pair of airports and type. */
function routeDepartures(constants: Constants, airports: readonly PackedAirport[]): Table {
  const types = designators(constants);
  const typeOf = columnOf(constants('ROUTE_TYPES'), 2);
  const departures = constants('ROUTE_DEPARTURES');
  return new Map(
    routeRows(constants, airports, 'ROUTE').map(({ route, row }) => [
      `${route} ${types[typeOf[row]!]}`,
      `${Math.round(departuresOf(digitAt(departures, row)))} departures`,
    ]),
  );
}

/** Load factors filed by carrier, and deviations by carrier and airport, hundredths of a logarithm. */
function filedLoads(constants: Constants, airports: readonly PackedAirport[]): Table {
  const ends = numbered(constants, airports);
  const loads = constants('FILED_LOADS');
  const table = new Map<string, string>();
  for (let at = 0; at < loads.length; at += 6) {
    const [inside, abroad] = [numberAt(loads, at + 2, 2), numberAt(loads, at + 4, 2)];
    table.set(loads.slice(at, at + 2), `${inside} in the US, ${abroad} abroad`);
  }
  for (const name of ['DOMESTIC', 'ABROAD']) {
    const gaps = columnOf(constants(`${name}_AIRPORTS`), 2);
    const deviations = constants(`${name}_DEVIATIONS`);
    for (const { carrier, from, to } of carrierRows(constants(`${name}_CARRIERS`), gaps.length)) {
      let airport = 0;
      for (let row = from; row < to; row++) {
        airport += gaps[row]!;
        const key = `${carrier} ${ends[airport]!.code} ${name.toLowerCase()}`;
        table.set(key, String(2 * (digitAt(deviations, row) - 32)));
      }
    }
    for (const entry of constants(`${name}_CODED`).split(' ')) {
      for (let at = 2; at < entry.length; at += 4) {
        const key = `${entry.slice(0, 2)} ${entry.slice(at, at + 3)} ${name.toLowerCase()}`;
        table.set(key, String(2 * (digitAt(entry, at + 3) - 32)));
      }
    }
  }
  return table;
}

/** Cargo by carrier and route, hundredths each way; of narrow bodies under the code in small letters. */
function filedCargo(constants: Constants, airports: readonly PackedAirport[]): Table {
  const [out, back] = [constants('CARGO_OUT'), constants('CARGO_BACK')];
  return new Map(
    routeRows(constants, airports, 'CARGO').map(({ route, row }) => [
      route,
      `${digitAt(out, row)} ${digitAt(back, row)}`,
    ]),
  );
}

function seatsFlown(constants: Constants): Table {
  const types = designators(constants);
  return new Map(
    constants('SEATS_FLOWN')
      .split(',')
      .map((entry) => {
        const [key = '', seats = ''] = entry.split(' ');
        return [`${key.slice(0, 2)} ${types[Number(key.slice(2))]}`, seats];
      }),
  );
}

function cargoBands(constants: Constants): Table {
  const bands = (body: string, name: string): [string, string][] =>
    constants(name)
      .split(',')
      .map((band, i) => [`${body}, ${1000 * i} to ${1000 * (i + 1)} km`, band]);
  return new Map([...bands('narrow', 'NARROW_CARGO_BANDS'), ...bands('wide', 'WIDE_CARGO_BANDS')]);
}

/** Routes with known layouts: carrier, route and the carrier's row. */
function routeLayouts(constants: Constants): Table {
  return new Map(
    constants('ROUTE_LAYOUTS')
      .split(';')
      .map((entry) => {
        const [carrier, origin, destination, row, ...rest] = entry.split(' ');
        return [`${carrier} ${origin}-${destination} row ${row}`, rest.join(' ')];
      }),
  );
}

function partners(constants: Constants): Table {
  return new Map(
    constants('PARTNERS')
      .split(';')
      .map((entry) => [entry.slice(0, 5), entry.slice(6)]),
  );
}

/** Carriers of which only the codes are known: IATA, and the ICAO code for it. */
function carriersWithoutFleet(constants: Constants): Table {
  return new Map(
    constants('CARRIERS_WITHOUT_FLEET')
      .split(',')
      .map((codes) => [codes.slice(0, 2), codes.slice(2)]),
  );
}

/** Names of cities by their airports, in every language. */
function cities(constants: Constants): Table {
  const names = LANGUAGES.map((language) => constants(`CITIES_${language.toUpperCase()}`).split('|'));
  return new Map(
    constants('CITY_AIRPORTS')
      .split('|')
      .map((airports, i) => [airports, names.map((ofLanguage) => ofLanguage[i]).join(', ')]),
  );
}

const known = new WeakMap<ModuleTexts, ReadonlyMap<string, Table>>();

/** Returns all tables of a generation of modules by name; read once per generation. */
export function tablesOf(modules: ModuleTexts): ReadonlyMap<string, Table> {
  const tables = known.get(modules) ?? readTables(modules);
  known.set(modules, tables);
  return tables;
}

function readTables(modules: ModuleTexts): ReadonlyMap<string, Table> {
  const constants = constantsOf(modules);
  // Its constants have the names of those of all airports.
  const lite = constantsOf({ lite: modules['scheduled-airports']! });
  const airports = airportsOf(constants);
  return new Map<string, Table>([
    [
      'airports',
      new Map(
        airports.map(({ code, country, latitude, longitude }) => [
          code,
          `${country} ${latitude.toFixed(3)} ${longitude.toFixed(3)}`,
        ]),
      ),
    ],
    ['airport sizes', airportSizes(constants, airports)],
    ["lite's airports", new Map(codesOf(lite('PRESENCE')).map((code) => [code, '']))],
    ['distance factors of country pairs', countryFactors(constants)],
    ['distance factors of airport pairs', airportPairs(constants, airports)],
    ['carriers on routes (VRS)', routeCarriers(constants, airports)],
    ['aircraft types', listed(constants('TYPES'), ';', '|')],
    ['aircraft codes', listed(constants('CODES'), ';', '|')],
    ['fuel rows', listed(constants('FUEL'), ';', ' ')],
    ['fleets', fleetLayouts(constants)],
    ['carriers without a fleet', carriersWithoutFleet(constants)],
    ['sister carriers', listed(constants('CARRIER_ALIASES'), ',', ' ')],
    ['partners', partners(constants)],
    ['known layouts on routes', routeLayouts(constants)],
    ['ceased carriers', listed(constants('CEASED_CARRIERS'), ',', ' ')],
    ['airports of small aircraft', listed(constants('SMALL_AIRPORTS'), ',', ' ')],
    ["world's mix by distance", listed(constants('GENERIC_MIX'), ';', ' ')],
    ['route departures (T-100)', routeDepartures(constants, airports)],
    ['seats flown (T-100)', seatsFlown(constants)],
    [
      'load factors',
      new Map(
        constants('LOAD_FACTORS')
          .split(' ')
          .map((entry) => [entry.slice(0, 2), `${entry.slice(2, 5)} ${entry.slice(6, 9)}`.trim()]),
      ),
    ],
    ['seasons to the US', listed(constants('ZONE_SEASONS'), ',', ' ')],
    ['loads filed (T-100)', filedLoads(constants, airports)],
    ['cargo filed (T-100)', filedCargo(constants, airports)],
    ['cargo bands', cargoBands(constants)],
    ['cities', cities(constants)],
  ]);
}
