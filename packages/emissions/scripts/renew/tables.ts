/** The tables inside generated modules, row by row under names a reader knows, to be compared with other ones. */
import { columnOf, digitAt, numberAt } from '../../src/digits.ts';
import { constantsOf, type ModuleTexts } from './module-constants.ts';

/** One table: what its row is called, then what it holds, as text. */
export type Table = ReadonlyMap<string, string>;

/** One airport of the modules. */
export interface PackedAirport {
  readonly code: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Reads one constant of the modules. */
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

/** The airports of the modules, by index. */
export function airportsOf(constants: Constants): PackedAirport[] {
  const countries = constants('COUNTRIES').match(/../g) ?? [];
  const country = columnOf(constants('AIRPORT_COUNTRIES'), 2);
  const latitudes = columnOf(constants('LATITUDES'), 3);
  const longitudes = columnOf(constants('LONGITUDES'), 4);
  return codesOf(constants('PRESENCE')).map((code, i) => ({
    code,
    country: countries[country[i]!]!,
    latitude: latitudes[i]! / 1000 - 90,
    longitude: longitudes[i]! / 1000 - 180,
  }));
}

function airportSizes(constants: Constants, airports: readonly PackedAirport[]): Table {
  const [sizes, ranks] = [constants('SIZES'), constants('RANKS')];
  return new Map(
    airports.map(({ code }, i) => [
      code,
      `${4 * digitAt(sizes, i)} connections, place ${digitAt(ranks, i) + 1}`,
    ]),
  );
}

const factorText = (tenThousandths: number): string =>
  tenThousandths === 0 ? '-' : (1 + tenThousandths / 10_000).toFixed(4);

function countryFactors(constants: Constants): Table {
  const countries = constants('COUNTRIES').match(/../g) ?? [];
  const [starts, destinations] = [constants('PAIR_STARTS'), constants('PAIR_DESTINATIONS')];
  const factors = columnOf(constants('PAIR_FACTORS'), 3);
  const table = new Map<string, string>();
  for (const [i, country] of countries.entries()) {
    for (let row = numberAt(starts, 3 * i, 3); row < numberAt(starts, 3 * i + 3, 3); row++) {
      table.set(`${country}-${countries[numberAt(destinations, 2 * row, 2)]}`, factorText(factors[row]!));
    }
  }
  return table;
}

/** Factors there and back by pair of airports. */
function airportPairs(constants: Constants, airports: readonly PackedAirport[]): Table {
  const numbered: string[] = [];
  columnOf(constants('PAIR_NUMBERS'), 2).forEach((number, airport) => {
    if (number > 0) numbered[number - 1] = airports[airport]!.code;
  });
  const forward = columnOf(constants('PAIR_FORWARD'), 3);
  const backward = columnOf(constants('PAIR_BACKWARD'), 3);
  const table = new Map<string, string>();
  let rank = -1;
  columnOf(constants('PAIR_GAPS'), 3).forEach((gap, i) => {
    rank += gap + 1;
    const a = numbered[Math.floor(rank / numbered.length)]!;
    const b = numbered[rank % numbered.length]!;
    const [there, back] = [factorText(forward[i]!), factorText(backward[i]!)];
    if (a < b) table.set(`${a}-${b}`, `${there} there, ${back} back`);
    else table.set(`${b}-${a}`, `${back} there, ${there} back`);
  });
  return table;
}

/** Entries of a list, each called by the text before its first `gap`. */
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

/** Departures by carrier, pair of airports and type. */
function routeDepartures(constants: Constants, airports: readonly PackedAirport[]): Table {
  const types = designators(constants);
  const [carriers, records] = [constants('ROUTE_CARRIERS'), constants('ROUTE_RECORDS')];
  const table = new Map<string, string>();
  let record = 0;
  for (let at = 0; at < carriers.length; at += 4) {
    const end = record + numberAt(carriers, at + 2, 2);
    for (; record < end; record++) {
      const from = airports[numberAt(records, 10 * record, 3)]!.code;
      const to = airports[numberAt(records, 10 * record + 3, 3)]!.code;
      const type = types[numberAt(records, 10 * record + 6, 2)];
      table.set(
        `${carriers.slice(at, at + 2)} ${from}-${to} ${type}`,
        `${numberAt(records, 10 * record + 8, 2)} departures`,
      );
    }
  }
  return table;
}

/** Mean seats flown by carrier and type. */
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

/** Who flies for whom. */
function partners(constants: Constants): Table {
  return new Map(
    constants('PARTNERS')
      .split(';')
      .map((entry) => [entry.slice(0, 5), entry.slice(6)]),
  );
}

/** All tables of a generation of modules by name. */
export function tablesOf(modules: ModuleTexts): ReadonlyMap<string, Table> {
  const constants = constantsOf(modules);
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
    ['distance factors of country pairs', countryFactors(constants)],
    ['distance factors of airport pairs', airportPairs(constants, airports)],
    ['aircraft types', listed(constants('TYPES'), ';', '|')],
    ['aircraft codes', listed(constants('CODES'), ';', '|')],
    ['fuel rows', listed(constants('FUEL'), ';', ' ')],
    ['fleets', fleetLayouts(constants)],
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
          .split(',')
          .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
      ),
    ],
    ['seasons', listed(constants('SEASONS'), ',', ' ')],
    [
      'cargo of carriers',
      new Map(
        constants('CARRIER_CARGO')
          .split(',')
          .map((entry) => [entry.slice(0, 3), entry.slice(3)]),
      ),
    ],
    ['cargo bands', cargoBands(constants)],
  ]);
}
