/** How much farther than the great circle aircraft fly between two airports: GAIA's 35 000 airport pairs. */
import { airports } from './airports.ts';
import { PAIR_AIRPORTS, PAIR_BACKWARD, PAIR_FORWARD, PAIR_GAPS } from './data/airport-pair-factors.ts';
import { digitAt } from './digits.ts';

/** Open-addressing hash table from an unordered pair of airports to the factors of both directions. */
interface PairTable {
  readonly mask: number;
  readonly keys: Int32Array;
  readonly forward: Float64Array;
  readonly backward: Float64Array;
}

let table: PairTable | undefined;

const HASH_MULTIPLIER = 0x9e3779b1;

function threeDigits(text: string, count: number, i: number): number {
  return digitAt(text, i) * 4096 + digitAt(text, count + i) * 64 + digitAt(text, 2 * count + i);
}

/** Ten-thousandths above 1; 0 stands for no factor. */
const factorOf = (packed: number): number => (packed === 0 ? 0 : 1 + packed / 10_000);

function decode(): PairTable {
  const used = PAIR_AIRPORTS.length / 2;
  const airportOf = new Int32Array(used);
  for (let i = 0, airport = -1; i < used; i++) {
    airport += digitAt(PAIR_AIRPORTS, i) * 64 + digitAt(PAIR_AIRPORTS, used + i) + 1;
    airportOf[i] = airport;
  }
  const count = PAIR_GAPS.length / 3;
  const mask = 65_535;
  const keys = new Int32Array(mask + 1).fill(-1);
  const forward = new Float64Array(mask + 1);
  const backward = new Float64Array(mask + 1);
  const size = airports().size;
  for (let i = 0, rank = -1; i < count; i++) {
    rank += threeDigits(PAIR_GAPS, count, i) + 1;
    const key = airportOf[Math.floor(rank / used)]! * size + airportOf[rank % used]!;
    let slot = (Math.imul(key, HASH_MULTIPLIER) >>> 16) & mask;
    while (keys[slot] !== -1) slot = (slot + 1) & mask;
    keys[slot] = key;
    forward[slot] = factorOf(threeDigits(PAIR_FORWARD, count, i));
    backward[slot] = factorOf(threeDigits(PAIR_BACKWARD, count, i));
  }
  return { mask, keys, forward, backward };
}

/** GAIA's factor for a flight between two airports by index, in this direction; 0 where there is none. */
export function airportPairFactor(from: number, to: number): number {
  table ??= decode();
  const { mask, keys, forward, backward } = table;
  const size = airports().size;
  const key = from < to ? from * size + to : to * size + from;
  let slot = (Math.imul(key, HASH_MULTIPLIER) >>> 16) & mask;
  while (keys[slot] !== -1) {
    if (keys[slot] === key) return from < to ? forward[slot]! : backward[slot]!;
    slot = (slot + 1) & mask;
  }
  return 0;
}
