/** Which types fly a distance when nothing is known of the carrier: the mix of the world's fleets. */
import { GENERIC_MIX } from './data/fleets.ts';
import { type Layout, typicalLayout } from './layout.ts';

/** Types at one distance with their shares. */
export interface GenericMix {
  readonly km: number;
  readonly layouts: readonly Layout[];
  readonly shares: readonly number[];
}

let mixes: readonly GenericMix[] | undefined;

function decode(): readonly GenericMix[] {
  return GENERIC_MIX.split(';').map((text) => {
    const [km = 0, ...pairs] = text.split(' ').map(Number);
    return {
      km,
      layouts: pairs.filter((_, i) => i % 2 === 0).map(typicalLayout),
      shares: pairs.filter((_, i) => i % 2 === 1),
    };
  });
}

/** The mix at the distance of the table nearest to `km` by ratio. */
export function genericMix(km: number): GenericMix {
  mixes ??= decode();
  let at = 0;
  while (at < mixes.length - 1 && km * km > mixes[at]!.km * mixes[at + 1]!.km) at++;
  return mixes[at]!;
}
