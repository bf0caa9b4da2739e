/** Types that fly a distance if nothing is known of the carrier: the mix of the world's fleets. */
import { GENERIC_MIX } from '../data/fleets.ts';
import { type Layout, typicalLayout } from '../fleets/layout.ts';

/** Types at one distance with their shares. */
export interface GenericMix {
  readonly layouts: readonly Layout[];
  readonly shares: readonly number[];
}

/** `km type share type share...` by ascending distance, and the mixes read so far. */
let packed: readonly string[] | undefined;
let distances: readonly number[] = [];
const mixes: (GenericMix | undefined)[] = [];

function decode(at: number): GenericMix {
  const [, ...pairs] = packed![at]!.split(' ').map(Number);
  const mix: GenericMix = {
    layouts: pairs.filter((_, i) => i % 2 === 0).map(typicalLayout),
    shares: pairs.filter((_, i) => i % 2 === 1),
  };
  mixes[at] = mix;
  return mix;
}

/** Returns the mix at the distance of the table nearest to `km` by ratio. */
export function genericMix(km: number): GenericMix {
  if (!packed) {
    packed = GENERIC_MIX.split(';');
    distances = packed.map((text) => Number.parseInt(text, 10));
  }
  let at = 0;
  while (at < distances.length - 1 && km * km > distances[at]! * distances[at + 1]!) at++;
  return mixes[at] ?? decode(at);
}
