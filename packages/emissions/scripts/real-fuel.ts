/**
 * Prints the errors of the engine's fuel against the fuel that Brazilian carriers burned, by carrier and by distance:
 * ANAC publishes litres by carrier, route and month. Nothing is fitted to it. The types are not published, so each
 * route's aircraft are those of the engine whose seats are near the seats flown.
 */
import { tryEstimateFlight } from '../src/index.ts';
import { numberOf, textOf } from './build/csv.ts';
import { sourceTable } from './build/sources.ts';

/** Kerosene, kg per litre: the mean of the 0.775 to 0.840 allowed for Jet A-1. */
const KG_PER_LITRE = 0.8;
/** Fewer departures in a month show little. */
const MIN_DEPARTURES = 10;
/** Standard deviation of the logarithm of seats by which an aircraft may differ from the seats flown. */
const SEATS_SPREAD = 0.04;

/** ICAO and IATA codes of the carriers whose fuel is published. */
const CARRIERS: Readonly<Record<string, string>> = { AZU: 'AD', GLO: 'G3', TAM: 'JJ' };

/** One carrier on one route in one month and direction. */
interface RouteFuel {
  readonly carrier: string;
  readonly km: number;
  readonly departures: number;
  /** Kilograms over all departures, as burned and as the engine calculates. */
  readonly burned: number;
  readonly estimated: number;
}

/** Calculates the fuel of a departure, kg, over the aircraft whose seats fit; undefined if there are none. */
function engineFuel(
  flight: Parameters<typeof tryEstimateFlight>[0],
  seats: number,
): { kg: number; km: number } | undefined {
  const result = tryEstimateFlight(flight);
  if (!result.ok) return undefined;
  let kg = 0;
  let weights = 0;
  for (const { seats: cabins, share, fuelKg } of result.estimate.aircraft) {
    const total = cabins.first + cabins.business + cabins.premiumEconomy + cabins.economy;
    const off = Math.log(total / seats) / SEATS_SPREAD;
    const weight = share * Math.exp((-off * off) / 2);
    kg += weight * fuelKg;
    weights += weight;
  }
  return weights < 0.02 ? undefined : { kg: kg / weights, km: result.estimate.distanceKm };
}

function routes(): RouteFuel[] {
  const iataByIcao = new Map(
    sourceTable('airports.csv').map((row) => [textOf(row, 'icao'), textOf(row, 'iata')]),
  );
  return sourceTable('anac_2025_q1.csv').flatMap((row) => {
    const carrier = CARRIERS[textOf(row, 'carrier_icao')];
    const origin = iataByIcao.get(textOf(row, 'origin_icao'));
    const destination = iataByIcao.get(textOf(row, 'dest_icao'));
    const departures = Number(row.departures);
    const litres = Number(row.fuel_l);
    // Positioning flights burn fuel too, without seats.
    if (carrier === undefined || !origin || !destination || row.flight_group !== 'REGULAR') return [];
    if (departures < MIN_DEPARTURES || !(litres > 0) || origin === destination) return [];
    const departureDate = { year: 2025, month: numberOf(row, 'month'), day: 15 };
    const flight = { origin, destination, operatingCarrierCode: carrier, flightNumber: 1, departureDate };
    const fuel = engineFuel(flight, Number(row.seats) / departures);
    if (!fuel) return [];
    const burned = litres * KG_PER_LITRE;
    return [{ carrier, km: fuel.km, departures, burned, estimated: fuel.kg * departures }];
  });
}

const sum = (all: readonly RouteFuel[], of: (one: RouteFuel) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

/** Returns the value below which half of the departures lie. */
function median(all: readonly RouteFuel[], of: (one: RouteFuel) => number): number {
  const sorted = [...all].sort((a, b) => of(a) - of(b));
  const half = sum(all, ({ departures }) => departures) / 2;
  let counted = 0;
  return of(
    sorted.find(({ departures }) => {
      counted += departures;
      return counted >= half;
    })!,
  );
}

const percent = (value: number): string => `${value > 0 ? '+' : ''}${(100 * value).toFixed(1)} %`;

function line(name: string, all: readonly RouteFuel[]): string {
  const off = ({ estimated, burned }: RouteFuel): number => estimated / burned - 1;
  const cells = [
    name,
    sum(all, ({ departures }) => departures)
      .toLocaleString('en')
      .replaceAll(',', ' '),
    percent(sum(all, (one) => one.estimated) / sum(all, (one) => one.burned) - 1),
    percent(median(all, off)),
    percent(median(all, (one) => Math.abs(off(one)))).replace('+', ''),
  ];
  return `| ${cells.join(' | ')} |`;
}

const all = routes();
console.log('| flights | departures | fuel in total | half of the departures below | off by, median |');
console.log('| --- | --- | --- | --- | --- |');
console.log(line('all', all));
for (const [name, carrier] of [
  ['Azul', 'AD'],
  ['Gol', 'G3'],
  ['LATAM Brasil', 'JJ'],
] as const)
  console.log(
    line(
      name,
      all.filter((one) => one.carrier === carrier),
    ),
  );
for (const [from, to] of [
  [0, 500],
  [500, 1000],
  [1000, 2000],
  [2000, 4000],
  [4000, 20_000],
] as const) {
  const band = all.filter(({ km }) => km >= from && km < to);
  if (band.length > 0) console.log(line(`${from} to ${to} km`, band));
}
