/**
 * Factors of flown over great-circle distance between two airports: GAIA's 35 000 airport pairs. The first few lookups
 * search the packed text; further ones use a hash table, which takes milliseconds to make.
 */
import { airportNumbers, airportRow, GAIA_NUMBER } from '../airports/airport-rows.ts';
import {
  PAIR_AIRPORTS,
  PAIR_BACKWARD,
  PAIR_BLOCK,
  PAIR_BLOCK_STARTS,
  PAIR_FORWARD,
  PAIR_GAPS,
} from '../data/airport-pair-factors.ts';
import { requireLength } from '../tables/corrupt-data.ts';
import { columnAt, columnOf, numberAt } from '../tables/digits.ts';
import { PAIR_FACTOR_PARTS } from '../tables/packed-steps.ts';

/** Lookups served from the packed text before the table is made. */
const PACKED_LOOKUPS = 32;
const SLOTS = 65_536;
const HASH_MULTIPLIER = 0x9e3779b1;
const COUNT: number = PAIR_GAPS.length / 3;
const BLOCKS: number = Math.ceil(COUNT / PAIR_BLOCK);
const gaps: string = /* @__PURE__ */ requireLength('PAIR_GAPS', PAIR_GAPS, 3 * Math.floor(COUNT));
const forward: string = /* @__PURE__ */ requireLength('PAIR_FORWARD', PAIR_FORWARD, 2 * COUNT);
const backward: string = /* @__PURE__ */ requireLength('PAIR_BACKWARD', PAIR_BACKWARD, 2 * COUNT);
const blockStarts: string = /* @__PURE__ */ requireLength('PAIR_BLOCK_STARTS', PAIR_BLOCK_STARTS, 4 * BLOCKS);

/**
 * Open-addressing hash table: in each slot the rank of an unordered pair (-1 for none) and beside it, so that both
 * arrive with one cache line, the factors of both directions, 16 bits each.
 */
let table: Int32Array | undefined;
let lookups = 0;

/** Reads a packed factor; 0 stands for none. */
const factorOf = (packed: number): number => (packed === 0 ? 0 : 1 + packed / PAIR_FACTOR_PARTS);

const slotOf = (rank: number): number => Math.imul(rank, HASH_MULTIPLIER) >>> 16;

function decode(): Int32Array {
  const steps = columnOf(gaps, 3);
  const there = columnOf(forward, 2);
  const back = columnOf(backward, 2);
  const slots = new Int32Array(2 * SLOTS).fill(-1);
  for (let i = 0, rank = -1; i < COUNT; i++) {
    rank += steps[i]! + 1;
    let slot = slotOf(rank);
    while (slots[2 * slot] !== -1) slot = (slot + 1) % SLOTS;
    slots[2 * slot] = rank;
    slots[2 * slot + 1] = (there[i]! << 16) | back[i]!;
  }
  return slots;
}

/** Looks up a rank in the packed text: the block by bisection, then gap by gap. */
function packedFactor(rank: number, ascending: boolean): number {
  let low = 0;
  let high = BLOCKS;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (numberAt(blockStarts, 4 * middle, 4) <= rank) low = middle;
    else high = middle;
  }
  let at = numberAt(blockStarts, 4 * low, 4);
  let i = low * PAIR_BLOCK;
  while (at < rank && i + 1 < COUNT) at += columnAt(gaps, 3, ++i) + 1;
  return at === rank ? factorOf(columnAt(ascending ? forward : backward, 2, i)) : 0;
}

/** Returns GAIA's factor for a flight between two airports by index, in this direction; 0 if there is none. */
export function airportPairFactor(from: number, to: number): number {
  // As integers, like the hash.
  const a = airportNumbers[airportRow(from) + GAIA_NUMBER]! | 0;
  const b = airportNumbers[airportRow(to) + GAIA_NUMBER]! | 0;
  if (a < 0 || b < 0 || a === b) return 0;
  const ascending = a < b;
  const rank = ascending ? a * PAIR_AIRPORTS + b : b * PAIR_AIRPORTS + a;
  return table === undefined ? firstFactor(rank, ascending) : tableFactor(table, rank, ascending);
}

/** Looks up the factor of a pair of airports before the table is made. */
function firstFactor(rank: number, ascending: boolean): number {
  if (++lookups <= PACKED_LOOKUPS) return packedFactor(rank, ascending);
  table = decode();
  return tableFactor(table, rank, ascending);
}

function tableFactor(table: Int32Array, rank: number, ascending: boolean): number {
  let slot = slotOf(rank);
  for (let found = table[2 * slot]!; found !== -1; found = table[2 * slot]!) {
    if (found === rank) {
      const both = table[2 * slot + 1]!;
      return factorOf(ascending ? both >>> 16 : both & 0xffff);
    }
    slot = (slot + 1) & (SLOTS - 1);
  }
  return 0;
}
