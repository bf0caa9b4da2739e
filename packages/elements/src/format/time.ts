/** Writes a moment in the locale and time zone of the reader; text that is not a date is returned unchanged. */
export function formatTime(moment: string | undefined, locale: string): string {
  const time = new Date(moment ?? '');
  if (Number.isNaN(time.getTime())) return moment ?? '';
  return time.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}
