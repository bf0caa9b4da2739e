/** Mix of types that the world flies at a distance, for carriers with an unknown fleet. */
import { distanceFit, flightRate } from '../../src/fleets/fleet-weight.ts';
import { numberOf, textOf } from './csv.ts';
import { flyingFleetRows } from './fleet-rows.ts';

/** Distances, km, at which the mix is taken; a flight uses the nearest one. */
const DISTANCES = [
  150, 300, 500, 750, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 7000, 8000, 9000, 10_000, 11_000,
  12_000, 13_000, 15_000,
];

/** Types below this share are left out. */
const MIN_SHARE = 0.025;

/** `distance type share type share ...;` with shares in thousandths. */
export function genericMix(typeIndex: ReadonlyMap<string, number>): string {
  const rows = flyingFleetRows();
  return DISTANCES.map((km) => {
    const weights = new Map<number, number>();
    for (const row of rows) {
      const type = typeIndex.get(textOf(row, 'aircraft_icao'))!;
      const [min, max] = [numberOf(row, 'min_km'), numberOf(row, 'max_km')];
      const weight = flightRate(numberOf(row, 'count'), min, max) * distanceFit(min, max, km);
      weights.set(type, (weights.get(type) ?? 0) + weight);
    }
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    const kept = [...weights].filter(([, weight]) => weight / total >= MIN_SHARE).sort((a, b) => b[1] - a[1]);
    return [km, ...kept.flatMap(([type, weight]) => [type, Math.round((1000 * weight) / total)])].join(' ');
  }).join(';');
}
