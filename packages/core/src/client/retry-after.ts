/**
 * Milliseconds to wait according to a `Retry-After` header: seconds (fractions rounded up) or an HTTP date. Undefined
 * for anything else.
 * @example
 * retryAfterMs('2'); // 2000
 */
export function retryAfterMs(value: string | null, now: number = Date.now()): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text)) * 1000;
  // HTTP dates begin with a day's name; one form has no zone.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const date = Date.parse(text.replace(/ \d{4}$/, '$& GMT'));
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
