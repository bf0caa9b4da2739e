/**
 * Whether a text is a day of the calendar.
 * @example
 * isDay('2026-11-30'); // true
 * isDay('2026-02-31'); // false, though `Date` takes it for 3 March
 */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}
