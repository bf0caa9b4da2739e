/** Cargo mass fractions by body and great-circle distance, from T-100. */
import type { Body } from '../../src/aircraft/aircraft.ts';
import type { SourceAirport } from './airports.ts';
import { kmBetween } from './kilometres.ts';
import {
  addSegment,
  type CargoMean,
  COMPLETE_MONTHS,
  cargoSegments,
  FLIGHTS_REQUIRED,
  noCargo,
} from './segment-cargo.ts';

/** Two of the 72 months of TIM's six years are complete, so that the flights it requires are 2 000 / 36 here. */
const STRENGTH = FLIGHTS_REQUIRED / 36;
/** Priors of bands with few flights: mean of wide-body flights inside the US and of narrow-body flights (Form 41 T2, T-100). */
const PRIOR = { wide: 0.14, narrow: 0.006 } as const;

/** Width of a band of great-circle distances, km. */
const BAND_KM = 1000;

/** Band, from 0, of the great circle between two airports by code; undefined where one is not known. */
function bandOf(
  airports: readonly SourceAirport[],
): (origin: string, destination: string) => number | undefined {
  const byCode = new Map(airports.map(({ iata, lat, lon }) => [iata, { latitude: lat, longitude: lon }]));
  return (origin, destination) => {
    const [from, to] = [byCode.get(origin), byCode.get(destination)];
    return from && to && Math.max(0, Math.ceil(kmBetween(from, to) / BAND_KM) - 1);
  };
}

/**
 * Returns means by band of every available flight that TIM would count: international ones of the complete months (the
 * largest of the other months would overweight trunk routes), and domestic ones among the largest of the year.
 */
function bandMeans(wide: boolean, airports: readonly SourceAirport[]): CargoMean[] {
  const countries = new Map(airports.map(({ iata, country }) => [iata, country]));
  const between = bandOf(airports);
  const bands: CargoMean[] = [];
  for (const segment of cargoSegments()) {
    const { origin, destination, month } = segment;
    const band = between(origin, destination);
    if (segment.wide !== wide || band === undefined) continue;
    if (countries.get(origin) !== countries.get(destination) && !COMPLETE_MONTHS.includes(month)) continue;
    while (bands.length <= band) bands.push(noCargo());
    addSegment(bands[band]!, segment);
  }
  return bands;
}

/** Cargo mass fraction of each band of 1 000 km; bands with few flights are drawn to the prior. */
const bandFractions = (body: Body, airports: readonly SourceAirport[]): number[] =>
  bandMeans(body === 'wide', airports).map(
    ({ fractions, flights }) => (fractions + PRIOR[body] * STRENGTH) / (flights + STRENGTH),
  );

/** Packs the cargo mass fraction of each band, ten thousandths. */
export const packCargoBands = (body: Body, airports: readonly SourceAirport[]): string =>
  bandFractions(body, airports)
    .map((value) => Math.round(10_000 * value))
    .join(',');

/** Returns a function that finds the cargo mass fraction of the distance between two airports, by code. */
export function cargoByDistance(
  body: Body,
  airports: readonly SourceAirport[],
): (origin: string, destination: string) => number {
  const fractions = bandFractions(body, airports);
  const between = bandOf(airports);
  return (origin, destination) => fractions[Math.min(fractions.length - 1, between(origin, destination)!)]!;
}
