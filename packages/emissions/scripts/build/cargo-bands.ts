/** Cargo mass fractions by body and great-circle distance, from T-100. */
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

/**
 * Returns means by band of every available flight that TIM would count: international ones of the complete months (the
 * largest of the other months would overweight trunk routes), and domestic ones among the largest of the year.
 */
function bandMeans(wide: boolean, airports: readonly SourceAirport[]): CargoMean[] {
  const byCode = new Map(airports.map((airport) => [airport.iata, airport]));
  const bands: CargoMean[] = [];
  for (const segment of cargoSegments()) {
    const from = byCode.get(segment.origin);
    const to = byCode.get(segment.destination);
    if (segment.wide !== wide || from === undefined || to === undefined) continue;
    if (from.country !== to.country && !COMPLETE_MONTHS.includes(segment.month)) continue;
    const km = kmBetween(
      { latitude: from.lat, longitude: from.lon },
      { latitude: to.lat, longitude: to.lon },
    );
    const band = Math.max(0, Math.ceil(km / BAND_KM) - 1);
    while (bands.length <= band) bands.push(noCargo());
    addSegment(bands[band]!, segment);
  }
  return bands;
}

/**
 * Packs the cargo mass fraction of each band of 1 000 km, ten thousandths; bands with few flights are drawn to the
 * prior.
 */
export function packCargoBands(body: 'narrow' | 'wide', airports: readonly SourceAirport[]): string {
  return bandMeans(body === 'wide', airports)
    .map(({ fractions, flights }) => (fractions + PRIOR[body] * STRENGTH) / (flights + STRENGTH))
    .map((value) => Math.round(10_000 * value))
    .join(',');
}
