/** Packs the GAIA distance factors: by country pair (directional) and by airport pair. */
import type { SourceAirport } from './airports.ts';
import { numberOf, textOf } from './csv.ts';
import { columns, digits, moduleText } from './pack.ts';
import { sourceTable } from './sources.ts';

/** Ratios are 1.0015..1.9771, so ten-thousandths above 1 are exact and 0 is free to mean "none". */
const tenThousandths = (ratio: number): number => Math.round((ratio - 1) * 10_000);

/** The module of country pairs: for each origin where its destinations start, the destinations, the factors. */
export function countryFactorsModule(airports: readonly SourceAirport[]): string {
  const countries = [...new Set(airports.map((airport) => airport.country))].sort();
  const rows = sourceTable('gaia_country_pairs.csv')
    .map((row) => ({
      pair: textOf(row, 'origin_destination_country').replace('-', ''),
      factor: tenThousandths(numberOf(row, 'ratio_distance_inefficiency')),
    }))
    .filter(({ pair }) => countries.includes(pair.slice(0, 2)) && countries.includes(pair.slice(2)))
    .sort((a, b) => (a.pair < b.pair ? -1 : 1));
  const starts = [...countries, 'ZZ~'].map(
    (country) => rows.filter(({ pair }) => pair.slice(0, 2) < country).length,
  );
  return moduleText('GAIA country pairs: first pair of each country, destinations, factors.', {
    PAIR_STARTS: starts.map((start) => digits(start, 3)).join(''),
    PAIR_DESTINATIONS: rows.map(({ pair }) => digits(countries.indexOf(pair.slice(2)), 2)).join(''),
    PAIR_FACTORS: columns(
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
  const used = [
    ...new Set(
      [...factors.keys()].flatMap((key) => [Math.floor(key / airports.length), key % airports.length]),
    ),
  ];
  // Numbered by country, so that neighbours in the list are neighbours in the network and gaps are small.
  used.sort((a, b) => {
    const [one, two] = [airports[a]!, airports[b]!];
    return one.country === two.country ? a - b : one.country < two.country ? -1 : 1;
  });
  const local = new Map(used.map((airport, i) => [airport, i]));
  const pairs = [...factors]
    .map(([key, [there, back]]) => {
      const a = local.get(Math.floor(key / airports.length))!;
      const b = local.get(key % airports.length)!;
      return a < b
        ? { rank: a * used.length + b, forward: there, backward: back }
        : { rank: b * used.length + a, forward: back, backward: there };
    })
    .sort((a, b) => a.rank - b.rank);
  const ranks = pairs.map(({ rank }) => rank);
  return moduleText('GAIA airport pairs: numbers of airports, first rank of each block, gaps, factors.', {
    // 0 for an airport without pairs, else its number in the list of those that have some, from 1.
    PAIR_NUMBERS: columns(
      airports.map((_, i) => (local.get(i) ?? -1) + 1),
      2,
    ),
    PAIR_AIRPORTS: used.length,
    PAIR_BLOCK: BLOCK,
    PAIR_BLOCK_STARTS: ranks
      .filter((_, i) => i % BLOCK === 0)
      .map((rank) => digits(rank, 4))
      .join(''),
    PAIR_GAPS: columns(gaps(ranks), 3),
    PAIR_FORWARD: columns(
      pairs.map(({ forward }) => forward),
      3,
    ),
    PAIR_BACKWARD: columns(
      pairs.map(({ backward }) => backward),
      3,
    ),
  });
}

/** Pairs in a block that a reader may jump to. */
const BLOCK = 64;

/** Rising numbers as the distance of each to the one before, minus one. */
function gaps(rising: readonly number[]): number[] {
  return rising.map((value, i) => value - (rising[i - 1] ?? -1) - 1);
}
