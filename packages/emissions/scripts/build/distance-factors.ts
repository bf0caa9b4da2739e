/** Packs the GAIA distance factors: by country pair (directional) and by airport pair. */
import { COUNTRY_FACTOR_PARTS, PAIR_FACTOR_PARTS } from '../../src/tables/packed-steps.ts';
import { countriesOf, gaiaAirports, type SourceAirport } from './airports.ts';
import { numberOf, textOf } from './csv.ts';
import { columns, digits, moduleText } from './pack.ts';
import { sourceTable } from './sources.ts';

/** Ratios are 1.0015..1.9771, so parts above 1 are never 0, which means "none". */
const partsAbove = (ratio: number, parts: number): number => Math.round((ratio - 1) * parts);

/** Factors of an unordered pair: from its lower number, and back. */
type Both = [forward: number, backward: number];

/** Pairs by rank: lower number times `count` plus the higher one. */
class Pairs {
  readonly #count: number;
  readonly #both = new Map<number, Both>();

  constructor(count: number) {
    this.#count = count;
  }

  add(from: number, to: number, factor: number): void {
    const rank = Math.min(from, to) * this.#count + Math.max(from, to);
    const both = this.#both.get(rank) ?? [0, 0];
    if (from <= to) both[0] = factor;
    if (from >= to) both[1] = factor;
    this.#both.set(rank, both);
  }

  /** Returns ranks, ascending, and the factors of each. */
  sorted(): { ranks: number[]; forward: number[]; backward: number[] } {
    const sorted = [...this.#both].sort(([a], [b]) => a - b);
    return {
      ranks: sorted.map(([rank]) => rank),
      forward: sorted.map(([, both]) => both[0]),
      backward: sorted.map(([, both]) => both[1]),
    };
  }
}

/** Builds the module of country pairs: gaps between the ranks of unordered pairs, factors of both directions. */
export function countryFactorsModule(airports: readonly SourceAirport[]): string {
  const countries = countriesOf(airports);
  const pairs = new Pairs(countries.length);
  for (const row of sourceTable('gaia_country_pairs.csv')) {
    const [from = -1, to = -1] = textOf(row, 'origin_destination_country')
      .split('-')
      .map((country) => countries.indexOf(country));
    if (from >= 0 && to >= 0)
      pairs.add(from, to, partsAbove(numberOf(row, 'ratio_distance_inefficiency'), COUNTRY_FACTOR_PARTS));
  }
  const { ranks, forward, backward } = pairs.sorted();
  return moduleText('GAIA country pairs: gaps between ranks, factors there and back.', {
    COUNTRY_GAPS: columns(gaps(ranks), 2),
    COUNTRY_FORWARD: columns(forward, 2),
    COUNTRY_BACKWARD: columns(backward, 2),
  });
}

/** Returns GAIA's pairs of airports by number, with the factors of both directions, the lower airport first. */
function gaiaPairs(airports: readonly SourceAirport[]): { count: number; pairs: Pairs } {
  const numbers = new Map(gaiaAirports(airports).map((airport, i) => [airport, i]));
  const byIcao = new Map<string, number[]>();
  for (const [airport, number] of numbers)
    byIcao.set(airport.icao, [...(byIcao.get(airport.icao) ?? []), number]);
  const pairs = new Pairs(numbers.size);
  for (const row of sourceTable('gaia_airport_pairs.csv')) {
    const [from = '', to = ''] = textOf(row, 'origin_destination_airport').split('-');
    const factor = partsAbove(numberOf(row, 'ratio_distance_inefficiency'), PAIR_FACTOR_PARTS);
    // A renamed airport has two codes under one ICAO code; both get the factor.
    for (const a of byIcao.get(from) ?? []) {
      for (const b of byIcao.get(to) ?? []) if (a !== b) pairs.add(a, b, factor);
    }
  }
  return { count: numbers.size, pairs };
}

/** Returns the airports that GAIA pairs with each airport, by number, the neighbours of each in ascending order. */
export function gaiaNeighbours(airports: readonly SourceAirport[]): number[][] {
  const { count, pairs } = gaiaPairs(airports);
  const neighbours = Array.from({ length: count }, (): number[] => []);
  for (const rank of pairs.sorted().ranks) {
    const [a, b] = [Math.floor(rank / count), rank % count];
    neighbours[a]!.push(b);
    neighbours[b]!.push(a);
  }
  // In each pair the lower airport is first, and the ranks ascend.
  return neighbours;
}

/**
 * Builds the module of airport pairs. Airports are numbered as the finer coordinates are packed: by country, so that
 * neighbours in the list are neighbours in the network and gaps are small.
 */
export function airportPairFactorsModule(airports: readonly SourceAirport[]): string {
  const { count, pairs } = gaiaPairs(airports);
  const { ranks, forward, backward } = pairs.sorted();
  return moduleText('GAIA airport pairs: first rank of each block, gaps, factors there and back.', {
    PAIR_AIRPORTS: count,
    PAIR_BLOCK: BLOCK,
    PAIR_BLOCK_STARTS: ranks
      .filter((_, i) => i % BLOCK === 0)
      .map((rank) => digits(rank, 4))
      .join(''),
    PAIR_GAPS: columns(gaps(ranks), 3),
    PAIR_FORWARD: columns(forward, 2),
    PAIR_BACKWARD: columns(backward, 2),
  });
}

/** Pairs in a block that a reader may jump to. */
const BLOCK = 64;

/** Writes ascending numbers as the difference of each from the previous one, minus one. */
function gaps(rising: readonly number[]): number[] {
  return rising.map((value, i) => value - (rising[i - 1] ?? -1) - 1);
}
