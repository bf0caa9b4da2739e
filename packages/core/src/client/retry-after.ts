/**
 * Milliseconds to wait by a `Retry-After` header: seconds (fractions rounded up) or an HTTP date.
 * Undefined where the value is neither.
 * @example
 * retryAfterMs('2'); // 2000
 */
export function retryAfterMs(value: string | null, now: number = Date.now()): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text)) * 1000;
  // Date.parse takes almost anything for a date; HTTP's three forms all begin with a day's name.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
