import * as z from 'zod';

const day = z.iso.date();

/**
 * Whether a text is a day of the calendar.
 * @param text such as `2026-11-30`.
 * @example
 * isDay('2026-11-30'); // true
 * isDay('2026-02-31'); // false, though `Date` takes it for 3 March
 */
export function isDay(text: string): boolean {
  return day.safeParse(text).success;
}
