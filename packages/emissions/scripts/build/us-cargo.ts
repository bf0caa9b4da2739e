/** Packs how much cargo wide bodies carried inside, to and from the US, by carrier, route and direction (T-100). */

import { entryOf } from './entry-of.ts';
import { digits } from './pack.ts';
import { packRoutes, type RouteRow, sortRows } from './route-columns.ts';
import { internationalSegments, largestSegments, type Segment } from './t100.ts';

const MONTHS = 12;
/** TIM takes a mean of cargo over six years where so many flights are behind it. */
const FLIGHTS_REQUIRED = 2000;
/** Years like those of T-100 at hand that the six years make: judged, two of them are the pandemic's. */
const YEARS_OF_SIX = 4.5;
/** Months in which every segment abroad is known. */
const FULL_MONTHS: readonly string[] = ['2024-01', '2026-02'];
/** Mass TIM counts for a passenger, kg. */
const PASSENGER_KG = 100;

/** Cargo and passengers of wide bodies, which add up. */
interface Mass {
  /** Departures a year by the months in which all are known, and those among the largest segments of a year. */
  yearly: number;
  largest: number;
  cargoKg: number;
  passengerKg: number;
}

const noMass = (): Mass => ({ yearly: 0, largest: 0, cargoKg: 0, passengerKg: 0 });
const fraction = ({ cargoKg, passengerKg }: Mass): number => cargoKg / (cargoKg + passengerKg);

function addMass(to: Mass, segment: Segment): void {
  if (segment.month.startsWith('2024')) to.largest += segment.departures;
  to.cargoKg += segment.cargoKg;
  to.passengerKg += segment.passengers * PASSENGER_KG;
}

/** Segments of wide bodies with passengers; the largest of 2024 beside all of the two months, none of them twice. */
function wideSegments(numbers: ReadonlyMap<string, number>): Segment[] {
  const keyOf = ({ month, carrier, origin, destination, type }: Segment): string =>
    [month, carrier, origin, destination, type].join();
  const international = internationalSegments();
  const known = new Set(international.map(keyOf));
  return [...international, ...largestSegments().filter((segment) => !known.has(keyOf(segment)))].filter(
    ({ wide, carrier, passengers, origin, destination }) =>
      wide && carrier.length === 2 && passengers > 0 && numbers.has(origin) && numbers.has(destination),
  );
}

/** Any carrier, in the place of a carrier's code. */
const ANY = '**';

/** Cargo of wide bodies by carrier and route, and of all carriers by route. */
function wideCargo(numbers: ReadonlyMap<string, number>): Map<string, Mass> {
  const routes = new Map<string, Mass>();
  for (const segment of wideSegments(numbers)) {
    const { carrier, origin, destination, month } = segment;
    for (const who of [carrier, ANY]) {
      const mass = entryOf(routes, `${who} ${origin} ${destination}`, noMass);
      addMass(mass, segment);
      // The two months stand for a year; of the largest segments all months are there or it is a summer's route.
      mass.yearly += FULL_MONTHS.includes(month) ? (segment.departures * MONTHS) / FULL_MONTHS.length : 0;
    }
  }
  return routes;
}

const hundredths = (value: number): string => digits(Math.min(62, Math.round(100 * value)), 1);
const NONE = digits(63, 1);

/** Cargo of a route from its first airport and from its second, packed. */
interface CargoRow extends RouteRow {
  readonly both: [string, string];
}

/**
 * Cargo of wide bodies, hundredths; 63 for none: by carrier and route where both have flights enough for TIM to take
 * their own mean, and by route over all carriers.
 */
export function packCargo(numbers: ReadonlyMap<string, number>): Readonly<Record<string, string>> {
  const rows = new Map<string, CargoRow>();
  for (const [key, mass] of wideCargo(numbers)) {
    if (Math.max(mass.yearly, mass.largest) * YEARS_OF_SIX < FLIGHTS_REQUIRED) continue;
    const [carrier = '', origin = '', destination = ''] = key.split(' ');
    const [from, to] = [numbers.get(origin)!, numbers.get(destination)!];
    const [first, second] = [Math.min(from, to), Math.max(from, to)];
    const row = entryOf(rows, [carrier, first, second].join(), () => ({
      carrier,
      first,
      second,
      both: [NONE, NONE] as [string, string],
    }));
    row.both[from < to ? 0 : 1] = hundredths(fraction(mass));
  }
  const sorted = sortRows(rows.values());
  return {
    ...packRoutes('CARGO', sorted),
    CARGO_OUT: sorted.map(({ both }) => both[0]).join(''),
    CARGO_BACK: sorted.map(({ both }) => both[1]).join(''),
  };
}
