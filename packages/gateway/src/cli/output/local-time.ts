const two = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');

/** A moment in the time zone of this process, to the second: `2026-11-22T04:37:27+01:00`. */
export function localTime(at: number): string {
  const date = new Date(at);
  const ahead = -date.getTimezoneOffset();
  const local = new Date(at + ahead * 60_000).toISOString().slice(0, 19);
  return `${local}${ahead < 0 ? '-' : '+'}${two(ahead / 60)}:${two(ahead % 60)}`;
}
