/** Precision of a moment: to the second with its zone, or to the minute if space is scarce. */
export type Precision = 'second' | 'minute';

const two = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');

/** Formats a moment in the time zone of this process: `2026-11-22T04:37:27+01:00`, or `2026-11-22 04:37`. */
export function localTime(at: number, precision: Precision = 'second'): string {
  const date = new Date(at);
  const ahead = -date.getTimezoneOffset();
  const local = new Date(at + ahead * 60_000).toISOString().slice(0, 19);
  if (precision === 'minute') return local.slice(0, 16).replace('T', ' ');
  return `${local}${ahead < 0 ? '-' : '+'}${two(ahead / 60)}:${two(ahead % 60)}`;
}
