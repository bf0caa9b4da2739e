/** Great circles between packed airports, good enough to choose flights by. */
import type { PackedAirport } from './tables.ts';

const RADIUS_KM = 6366.707;

/** Kilometres between two airports. */
export function kmBetween(a: PackedAirport, b: PackedAirport): number {
  const radians = Math.PI / 180;
  const cosine =
    Math.sin(a.latitude * radians) * Math.sin(b.latitude * radians) +
    Math.cos(a.latitude * radians) *
      Math.cos(b.latitude * radians) *
      Math.cos((b.longitude - a.longitude) * radians);
  return RADIUS_KM * Math.acos(Math.min(1, Math.max(-1, cosine)));
}
