/** Judged constants of the cascade and the interval, whose weight can be tried. */
import type { Edit } from './variant.ts';

/** One judged constant. */
export interface JudgedConstant {
  readonly name: string;
  /** The edit that multiplies it. */
  readonly times: (factor: number) => Edit;
  /** Whether the data is also built with it. */
  readonly rebuild: boolean;
}

/** Creates a constant from the number between `before` and `after` in a file. */
function numberIn(
  file: string,
  name: string,
  [before, value, after]: readonly [string, number, string],
  rebuild = false,
): JudgedConstant {
  const from = before + value + after;
  return { name, rebuild, times: (factor) => ({ file, from, to: before + value * factor + after }) };
}

const candidates = (name: string, before: string, value: number): JudgedConstant =>
  numberIn('src/candidates/fleet-candidates.ts', name, [before, value, ';']);

const trunk = (name: string, before: string, value: number, after = ';'): JudgedConstant =>
  numberIn('src/candidates/trunk-route.ts', name, [before, value, after]);

/** Creates the constant of a weight, with which the data's generic mix is built too. */
const weight = (name: string, before: string, value: number, after: string): JudgedConstant =>
  numberIn('src/fleets/fleet-weight.ts', name, [before, value, after], true);

/** Creates the constant of a spread, a term of the interval. */
const interval = (name: string, term: string): JudgedConstant => ({
  name,
  rebuild: false,
  times: (factor) => ({
    file: 'src/estimate/interval.ts',
    from: `${term}, `,
    to: `${factor} * ${term}, `,
  }),
});

/** All judged constants. */
export const JUDGED_CONSTANTS: readonly JudgedConstant[] = [
  candidates('layout of the wrong scope, 1/20', 'WRONG_SCOPE = ', 0.05),
  candidates('away from home, 1/10', 'AWAY_FROM_HOME = ', 0.1),
  candidates("sibling's cabin, 1/20", 'SIBLING = ', 0.05),
  candidates('listed layout elsewhere, 1/50', 'NOT_LISTED = ', 0.02),
  candidates('wrong winglets, 1/100', 'WRONG_WINGLETS = ', 0.01),
  candidates('wrong flight number, 1/100', 'WRONG_NUMBER = ', 0.01),
  candidates('where it cannot land, 1/100', 'NOT_ALLOWED = ', 0.01),
  candidates("after its operator's last day, 1/1000", 'FLOWN_NO_MORE = ', 0.001),
  candidates('least rest on known routes, 1/50', 'MIN_REST = ', 0.02),
  trunk('large airport, 70 connections', 'LARGE_AIRPORT = ', 70),
  numberIn(
    'scripts/build/airports.ts',
    'trunk airports of a country, 8',
    ['TRUNK_AIRPORTS = ', 8, ';'],
    true,
  ),
  trunk('domestic trunk, 1.5', 'DOMESTIC_TRUNK = ', 1.5),
  trunk('least for wide bodies, 0.15', 'Math.max(', 0.15, ', domestic'),
  trunk('most for regional aircraft, 1.5', 'Math.min(', 1.5, ', Math.max(0.1,'),
  trunk('least for regional aircraft, 0.1', ', Math.max(', 0.1, ', (0.5'),
  trunk('regional aircraft even at, 0.5', 'Math.max(0.1, (', 0.5, ' /'),
  trunk('regional exponent, 2', '** ', 2, '));'),
  weight('fall-off beyond the usual, 12 %', 'FAR_EDGE = ', 0.12, ';'),
  weight('fall-off below the usual, 35 %', 'NEAR_EDGE = ', 0.35, ';'),
  weight('block speed, 800 km/h', 'BLOCK_SPEED_KMH = ', 800, ';'),
  weight('block base, 0.6 h', 'BLOCK_BASE_HOURS = ', 0.6, ';'),
  weight('turnaround base, 0.6 h', 'number => ', 0.6, ' + '),
  weight('turnaround slope, 0.15', '0.6 + ', 0.15, ' *'),
  numberIn('src/candidates/route-candidates.ts', 'fleet against routes abroad, 40 departures', [
    'const FLEET_STRENGTH = ',
    40,
    ';',
  ]),
  numberIn('src/candidates/route-candidates.ts', 'fleet against routes inside the US, 200 departures', [
    'DOMESTIC_FLEET_STRENGTH = ',
    200,
    ';',
  ]),
  numberIn(
    'scripts/build/carrier-loads.ts',
    'what a year says of others, 0.7',
    ['PERSISTENCE = ', 0.7, ';'],
    true,
  ),
  numberIn(
    'scripts/build/us-cargo.ts',
    'years like those at hand in six, 4.5',
    ['YEARS_OF_SIX = ', 4.5, ';'],
    true,
  ),
  numberIn('src/fleets/fleet-layouts.ts', 'seats against those flown to the US, 12 %', [
    'SEATS_SPREAD = ',
    0.12,
    ';',
  ]),
  numberIn(
    'scripts/build/segment-cargo.ts',
    'cargo: flights required, 2 000',
    ['const FLIGHTS_REQUIRED = ', 2000, ';'],
    true,
  ),
  numberIn('scripts/build/cargo-bands.ts', 'cargo: prior of wide bodies, 14 %', ['wide: ', 0.14, ','], true),
  numberIn(
    'scripts/build/cargo-bands.ts',
    'cargo: prior of narrow bodies, 0.6 %',
    ['narrow: ', 0.006, ' }'],
    true,
  ),
  interval('interval: spread of seats', 'SEAT_SPREAD[seats]'),
  interval('interval: spread of load', 'LOAD_SPREAD[load]'),
  interval('interval: spread of cargo', 'cargoSpread(body, cargo)'),
];
