/** Which types fly a distance when nothing is known of the carrier: the mix of the world's fleets. */
import { aircraftTypes } from './aircraft.ts';
import { equivalentCapacity } from './cabin-weights.ts';
import { GENERIC_MIX } from './data/fleets.ts';
import type { Layout } from './fleet.ts';

/** Types at one distance with their shares. */
export interface GenericMix {
  readonly km: number;
  readonly layouts: readonly Layout[];
  readonly shares: readonly number[];
}

let mixes: readonly GenericMix[] | undefined;
const typical: (Layout | undefined)[] = [];

/** The usual layout of a type, by its index: median of the world's fleets. */
export function typicalLayout(typeIndex: number): Layout {
  const known = typical[typeIndex];
  if (known) return known;
  const type = aircraftTypes()[typeIndex]!;
  const layout: Layout = {
    type,
    seats: type.typicalSeats,
    capacity: equivalentCapacity(type.typicalSeats, type.body),
    fuelFactor: 1,
    confidence: 'type median',
    rate: 1,
    minKm: 0,
    maxKm: Number.MAX_VALUE,
    scope: 'any',
    operator: '',
    home: '',
    fromNumber: 0,
    toNumber: 0,
    onlyListed: false,
  };
  typical[typeIndex] = layout;
  return layout;
}

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
