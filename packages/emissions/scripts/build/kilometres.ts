/** Great circles between airports, good enough to choose flights by. */
const RADIUS_KM = 6366.707;

/** A place in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Kilometres between two places. */
export function kmBetween(a: Place, b: Place): number {
  const radians = Math.PI / 180;
  const cosine =
    Math.sin(a.latitude * radians) * Math.sin(b.latitude * radians) +
    Math.cos(a.latitude * radians) *
      Math.cos(b.latitude * radians) *
      Math.cos((b.longitude - a.longitude) * radians);
  return RADIUS_KM * Math.acos(Math.min(1, Math.max(-1, cosine)));
}
