import { partsOf, type SerialRange, serialsOverlap } from './serials.ts';

/**
 * Finds two ranges of one registry that share a credit, by `serialsOverlap`; undefined if there are none. Evidence
 * comes from strangers: a batch may name ten thousand ranges, and comparing each with every other one would take
 * seconds.
 */
export function findSharedSerials<T extends SerialRange>(ranges: readonly T[]): [T, T] | undefined {
  // Ranges of one form, such as A-1-7 and A-12-3.
  for (const alike of groupsOf(ranges, (range) => keyOf(range))) {
    for (const [one, other] of pairsOf(groupsOf(alike, (range) => String(placeOf(range))))) {
      const [x, y] = [placeOf(one[0]!), placeOf(other[0]!)];
      // Ranges share a credit only if all numbers except those at x and y are the same.
      for (const group of groupsOf([...new Set([...one, ...other])], (range) => keyOf(range, [x, y]))) {
        const found = findOverlap(group, x, y);
        if (found) return found;
      }
    }
  }
  return undefined;
}

/** Pairs each item with each later one; a single item with itself. */
function* pairsOf<T>(all: readonly T[]): Generator<readonly [T, T]> {
  for (const [at, one] of all.entries())
    for (const other of all.slice(all.length > 1 ? at + 1 : 0)) yield [one, other];
}

/** Groups items by key. */
export function groupsOf<T>(all: readonly T[], key: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const name = key(one);
    if (!groups.get(name)?.push(one)) groups.set(name, [one]);
  }
  return [...groups.values()];
}

/** Position of the number that a range counts. */
const placeOf = ({ block }: SerialRange): number => block.split(/(\d+|\*)/).indexOf('*');

/** The parts of serial numbers, with `*` for the numbers at some places; by default for all of them. */
function keyOf(range: SerialRange, places?: readonly number[]): string {
  return partsOf(range)
    .map((part, at) => {
      if (typeof part === 'string') return part;
      return !places || places.includes(at) ? '*' : part[0];
    })
    .join(' ');
}

/**
 * Finds two ranges that overlap as rectangles, by their numbers at two places: those in `within` do not overlap each
 * other.
 */
function findOverlap<T extends SerialRange>(ranges: readonly T[], x: number, y: number): [T, T] | undefined {
  const along = (range: T, at: number, end: 0 | 1): bigint => partsOf(range)[at]![end] as bigint;
  const ends = ranges.flatMap((range) => [[range, 0] as const, [range, 1] as const]);
  ends.sort(([a, one], [b, other]) => Number(along(a, x, one) - along(b, x, other)) || one - other);
  const within: T[] = [];
  for (const [range, end] of ends) {
    const low = along(range, y, 0);
    let [from, to] = [0, within.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (along(within[middle]!, y, 0) < low) from = middle + 1;
      else to = middle;
    }
    if (end === 1) within.splice(from, 1);
    else {
      const found = within.slice(Math.max(0, from - 1), from + 1).find((one) => serialsOverlap(one, range));
      if (found) return [found, range];
      within.splice(from, 0, range);
    }
  }
  return undefined;
}
