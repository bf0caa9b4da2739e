/** Packs the GAIA distance factors: by country pair (directional) and by airport pair. */
import type { SourceAirport } from './airports.ts';
import { numberOf, textOf } from './csv.ts';
import { columns, moduleText } from './pack.ts';
import { sourceTable } from './sources.ts';

/** Ratios are 1.0015..1.9771, so ten-thousandths above 1 are exact and 0 is free to mean "none". */
const tenThousandths = (ratio: number): number => Math.round((ratio - 1) * 10_000);

/** The module of country pairs: all origins' codes, all destinations' codes, all factors. */
export function countryFactorsModule(): string {
  const rows = sourceTable('gaia_country_pairs.csv')
    .map((row) => ({
      pair: textOf(row, 'origin_destination_country').replace('-', ''),
      factor: tenThousandths(numberOf(row, 'ratio_distance_inefficiency')),
    }))
    .filter((row) => /^[A-Z]{4}$/.test(row.pair))
    .sort((a, b) => (a.pair < b.pair ? -1 : 1));
  let origins = '';
  let text = '';
  for (const { pair } of rows) {
    if (!origins.endsWith(`${pair.slice(0, 2)}.`)) {
      origins += `${pair.slice(0, 2)}.`;
      text += `${text === '' ? '' : ','}${pair.slice(0, 2)}`;
    }
    text += pair.slice(2);
  }
  return moduleText('GAIA country pairs: an origin and its destinations, origins separated by commas.', {
    COUNTRY_PAIRS: text,
    COUNTRY_FACTORS: columns(
      rows.map((row) => row.factor),
      3,
    ),
  });
}

/** The module of airport pairs; an unordered pair carries the factor of each direction, 0 where there is none. */
export function airportPairFactorsModule(airports: readonly SourceAirport[]): string {
  const indexes = new Map<string, number[]>();
  airports.forEach((airport, index) => {
    if (airport.icao !== '') indexes.set(airport.icao, [...(indexes.get(airport.icao) ?? []), index]);
  });
  const factors = new Map<number, [number, number]>();
  for (const row of sourceTable('gaia_airport_pairs.csv')) {
    const [from = '', to = ''] = textOf(row, 'origin_destination_airport').split('-');
    // A renamed airport has two codes under one ICAO code; both get the factor.
    for (const a of indexes.get(from) ?? []) {
      for (const b of indexes.get(to) ?? []) {
        if (a === b) continue;
        const key = Math.min(a, b) * airports.length + Math.max(a, b);
        const both = factors.get(key) ?? [0, 0];
        both[a < b ? 0 : 1] = tenThousandths(numberOf(row, 'ratio_distance_inefficiency'));
        factors.set(key, both);
      }
    }
  }
  const keys = [...factors.keys()].sort((a, b) => a - b);
  const used = [
    ...new Set(keys.flatMap((key) => [Math.floor(key / airports.length), key % airports.length])),
  ];
  used.sort((a, b) => a - b);
  const local = new Map(used.map((airport, i) => [airport, i]));
  const ranks = keys.map(
    (key) => local.get(Math.floor(key / airports.length))! * used.length + local.get(key % airports.length)!,
  );
  const forward = keys.map((key) => factors.get(key)![0]);
  const backward = keys.map((key) => factors.get(key)![1]);
  return moduleText('GAIA airport pairs: gaps of airports used, gaps of pairs, factors there and back.', {
    PAIR_AIRPORTS: columns(gaps(used), 2),
    PAIR_GAPS: columns(gaps(ranks), 3),
    PAIR_FORWARD: columns(forward, 3),
    PAIR_BACKWARD: columns(backward, 3),
  });
}

/** Rising numbers as the distance of each to the one before, minus one. */
function gaps(rising: readonly number[]): number[] {
  return rising.map((value, i) => value - (rising[i - 1] ?? -1) - 1);
}
