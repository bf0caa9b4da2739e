/** Packs the cargo carried inside, to and from the US, by carrier, route and direction (T-100). */
import type { Body } from '../../src/aircraft/aircraft.ts';
import type { SourceAirport } from './airports.ts';
import { cargoByDistance } from './cargo-bands.ts';
import { getOrCreate } from './get-or-create.ts';
import { digits } from './pack.ts';
import { packRoutes, type RouteRow, sortRows } from './route-columns.ts';
import {
  addSegment,
  type CargoMean,
  COMPLETE_MONTHS,
  cargoSegments,
  FLIGHTS_REQUIRED,
  noCargo,
} from './segment-cargo.ts';

const MONTHS = 12;
/** Years like those of T-100 here that the six years amount to: judged, two of them are the pandemic's. */
const YEARS_OF_SIX = 4.5;

/** Part of a figure that the cargo of narrow bodies on a route has to move to be packed: the tables are nearly full. */
const NARROW_LEAST = 0.03;

/** Cargo of one body on a route. */
interface RouteCargo extends CargoMean {
  /** Departures per year by the complete months, and the filed ones of 2024. */
  yearly: number;
  largest: number;
}

/** Any carrier, in place of a carrier's code. */
const ANY = '**';

/** Cargo of one body by carrier and route, and of all carriers by route, if there are enough flights for a mean, as in TIM. */
function cargoOf(body: Body, numbers: ReadonlyMap<string, number>): [string, number][] {
  const routes = new Map<string, RouteCargo>();
  for (const segment of cargoSegments()) {
    const { carrier, origin, destination, month, departures } = segment;
    if (segment.wide !== (body === 'wide') || !numbers.has(origin) || !numbers.has(destination)) continue;
    for (const who of [carrier, ANY]) {
      const cargo = getOrCreate(routes, `${who} ${origin} ${destination}`, () => ({
        ...noCargo(),
        yearly: 0,
        largest: 0,
      }));
      addSegment(cargo, segment);
      if (month.startsWith('2024')) cargo.largest += departures;
      // The complete months stand for a year; a route among the largest segments has every month, or is a summer route.
      if (COMPLETE_MONTHS.includes(month)) cargo.yearly += (departures * MONTHS) / COMPLETE_MONTHS.length;
    }
  }
  return [...routes]
    .filter(([, { yearly, largest }]) => Math.max(yearly, largest) * YEARS_OF_SIX >= FLIGHTS_REQUIRED)
    .map(([key, { fractions, flights }]) => [key, fractions / flights]);
}

/** Cargo of narrow bodies on a carrier's routes, where it is far from that of the distance; under the code in small letters. */
function narrowCargo(
  numbers: ReadonlyMap<string, number>,
  airports: readonly SourceAirport[],
): [string, number][] {
  const byDistance = cargoByDistance('narrow', airports);
  return cargoOf('narrow', numbers).flatMap(([key, fraction]) => {
    const [carrier = '', origin = '', destination = ''] = key.split(' ');
    const moved = (1 - fraction) / (1 - byDistance(origin, destination)) - 1;
    if (carrier === ANY || Math.abs(moved) <= NARROW_LEAST) return [];
    return [[`${carrier.toLowerCase()} ${origin} ${destination}`, fraction]];
  });
}

const hundredths = (value: number): string => digits(Math.min(62, Math.round(100 * value)), 1);
const NONE = digits(63, 1);

/** Cargo of a route from its first airport and from its second, packed. */
interface CargoRow extends RouteRow {
  readonly both: [string, string];
}

/**
 * Packs cargo in hundredths, 63 for none: of wide bodies by carrier and route, and by route over all carriers; of narrow
 * bodies by carrier and route.
 */
export function packCargo(
  numbers: ReadonlyMap<string, number>,
  airports: readonly SourceAirport[],
): Readonly<Record<string, string>> {
  const rows = new Map<string, CargoRow>();
  for (const [key, fraction] of [...cargoOf('wide', numbers), ...narrowCargo(numbers, airports)]) {
    const [carrier = '', origin = '', destination = ''] = key.split(' ');
    const [from, to] = [numbers.get(origin)!, numbers.get(destination)!];
    const [first, second] = [Math.min(from, to), Math.max(from, to)];
    const row = getOrCreate(rows, [carrier, first, second].join(), () => ({
      carrier,
      first,
      second,
      both: [NONE, NONE] as [string, string],
    }));
    row.both[from < to ? 0 : 1] = hundredths(fraction);
  }
  const sorted = sortRows(rows.values());
  return {
    ...packRoutes('CARGO', sorted),
    CARGO_OUT: sorted.map(({ both }) => both[0]).join(''),
    CARGO_BACK: sorted.map(({ both }) => both[1]).join(''),
  };
}
