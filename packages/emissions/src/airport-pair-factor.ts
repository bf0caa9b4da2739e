/**
 * How much farther than the great circle aircraft fly between two airports: GAIA's 35 000 airport pairs. The first
 * few are looked for in the packed text; whoever asks for more gets a hash table, which takes milliseconds to make.
 */
import { AIRPORT_COUNT } from './airports.ts';
import {
  PAIR_AIRPORTS,
  PAIR_BACKWARD,
  PAIR_BLOCK,
  PAIR_BLOCK_STARTS,
  PAIR_FORWARD,
  PAIR_GAPS,
  PAIR_NUMBERS,
} from './data/airport-pair-factors.ts';
import { columnOf, digitAt, numberAt } from './digits.ts';

/** Open-addressing hash table from the rank of an unordered pair to the factors of both directions. */
interface PairTable {
  readonly keys: Int32Array;
  readonly forward: Float64Array;
  readonly backward: Float64Array;
}

/** Lookups answered from the packed text before the table is made. */
const PACKED_LOOKUPS = 32;
const MASK = 65_535;
const HASH_MULTIPLIER = 0x9e3779b1;
const COUNT: number = PAIR_GAPS.length / 3;
const BLOCKS: number = PAIR_BLOCK_STARTS.length / 4;

let table: PairTable | undefined;
let lookups = 0;

/** Ten-thousandths above 1; 0 stands for no factor. */
const factorOf = (packed: number): number => (packed === 0 ? 0 : 1 + packed / 10_000);

const slotOf = (rank: number): number => (Math.imul(rank, HASH_MULTIPLIER) >>> 16) & MASK;

function decode(): PairTable {
  const gaps = columnOf(PAIR_GAPS, 3);
  const there = columnOf(PAIR_FORWARD, 3);
  const back = columnOf(PAIR_BACKWARD, 3);
  const keys = new Int32Array(MASK + 1).fill(-1);
  const forward = new Float64Array(MASK + 1);
  const backward = new Float64Array(MASK + 1);
  for (let i = 0, rank = -1; i < COUNT; i++) {
    rank += gaps[i]! + 1;
    let slot = slotOf(rank);
    while (keys[slot] !== -1) slot = (slot + 1) & MASK;
    keys[slot] = rank;
    forward[slot] = factorOf(there[i]!);
    backward[slot] = factorOf(back[i]!);
  }
  return { keys, forward, backward };
}

function packedNumber(text: string, i: number): number {
  return (digitAt(text, i) * 64 + digitAt(text, COUNT + i)) * 64 + digitAt(text, 2 * COUNT + i);
}

/** Looks a rank up in the packed text: by bisection the block, then gap by gap. */
function packedFactor(rank: number, ascending: boolean): number {
  let low = 0;
  let high = BLOCKS;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (numberAt(PAIR_BLOCK_STARTS, 4 * middle, 4) <= rank) low = middle;
    else high = middle;
  }
  let at = numberAt(PAIR_BLOCK_STARTS, 4 * low, 4);
  let i = low * PAIR_BLOCK;
  while (at < rank && i + 1 < COUNT) at += packedNumber(PAIR_GAPS, ++i) + 1;
  return at === rank ? factorOf(packedNumber(ascending ? PAIR_FORWARD : PAIR_BACKWARD, i)) : 0;
}

/** Number of an airport among those that have pairs, from 0; -1 when it has none. */
function pairNumber(airport: number): number {
  return digitAt(PAIR_NUMBERS, airport) * 64 + digitAt(PAIR_NUMBERS, AIRPORT_COUNT + airport) - 1;
}

/** GAIA's factor for a flight between two airports by index, in this direction; 0 where there is none. */
export function airportPairFactor(from: number, to: number): number {
  const a = pairNumber(from);
  const b = pairNumber(to);
  if (a < 0 || b < 0 || a === b) return 0;
  const ascending = a < b;
  const rank = ascending ? a * PAIR_AIRPORTS + b : b * PAIR_AIRPORTS + a;
  if (!table) {
    if (lookups++ < PACKED_LOOKUPS) return packedFactor(rank, ascending);
    table = decode();
  }
  const { keys, forward, backward } = table;
  let slot = slotOf(rank);
  while (keys[slot] !== -1) {
    if (keys[slot] === rank) return ascending ? forward[slot]! : backward[slot]!;
    slot = (slot + 1) & MASK;
  }
  return 0;
}
