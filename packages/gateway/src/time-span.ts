/** A second, milliseconds. */
export const SECOND_MS = 1000;
/** A minute, milliseconds. */
export const MINUTE_MS: number = 60 * SECOND_MS;
/** An hour, milliseconds. */
export const HOUR_MS: number = 60 * MINUTE_MS;
/** A day, milliseconds. */
export const DAY_MS: number = 24 * HOUR_MS;

/**
 * Writes a time span in words, whatever its sign, in the largest unit of which it has at least two, or three for days.
 * @param ms milliseconds.
 * @example
 * timeSpan(90_000_000); // '25 h'
 */
export function timeSpan(ms: number): string {
  const span = Math.round(Math.abs(ms) / SECOND_MS) * SECOND_MS;
  const whole = (unit: number): number => Math.round(span / unit);
  if (whole(SECOND_MS) < 120) return `${whole(SECOND_MS)} s`;
  if (whole(MINUTE_MS) < 120) return `${whole(MINUTE_MS)} min`;
  return whole(HOUR_MS) < 72 ? `${whole(HOUR_MS)} h` : `${whole(DAY_MS)} days`;
}
