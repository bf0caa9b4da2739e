/** Longest delay of a timer, milliseconds: a longer one would fire at once. */
export const MAX_TIMER_MS = 2_147_483_647;

/**
 * Checks an option that is a number. A misspelt environment variable becomes `NaN`, which would disable the limit that
 * the option sets.
 * @param value undefined for the default.
 * @param range smallest and largest value; default 0 and the largest safe integer.
 * @throws TypeError that names the option.
 * @example
 * checkNumber('timeoutMs', 5_000, { min: 1, max: MAX_TIMER_MS });
 */
export function checkNumber(
  name: string,
  value: number | undefined,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { readonly min?: number; readonly max?: number } = {},
): void {
  if (value === undefined || (typeof value === 'number' && value >= min && value <= max)) return;
  throw new TypeError(`${name} must be a number from ${min} to ${max}`);
}
