/** Carriers between two airports outside the US: VRS standing data, without frequencies. */
import { gaiaNumber } from '../airports/airport-order.ts';
import { PAIR_AIRPORTS, PAIR_GAPS } from '../data/airport-pair-factors.ts';
import { CARRIER_HUBS } from '../data/route-carriers.ts';
import { columnOf } from '../tables/digits.ts';
import { pairedAirports, readCarrierHubs } from './carrier-hubs.ts';

const keyOf = (a: number, b: number): number => Math.min(a, b) * PAIR_AIRPORTS + Math.max(a, b);

/** Routes by carrier (IATA code). */
let routes: ReadonlyMap<string, ReadonlySet<number>> | undefined;

function decode(): ReadonlyMap<string, ReadonlySet<number>> {
  const byCarrier = new Map<string, Set<number>>();
  readCarrierHubs(
    CARRIER_HUBS,
    pairedAirports(columnOf(PAIR_GAPS, 3), PAIR_AIRPORTS),
    (carrier, hub, end) => {
      const own = byCarrier.get(carrier) ?? new Set();
      byCarrier.set(carrier, own.add(keyOf(hub, end)));
    },
  );
  return byCarrier;
}

/**
 * Returns the IATA codes of the carriers with callsigns between two airports (by index), in August 2026; none to and
 * from the US.
 */
export function carriersBetween(from: number, to: number): string[] {
  const [a, b] = [gaiaNumber(from), gaiaNumber(to)];
  if (a < 0 || b < 0) return [];
  routes ??= decode();
  const key = keyOf(a, b);
  return [...routes].flatMap(([carrier, own]) => (own.has(key) ? [carrier] : []));
}
