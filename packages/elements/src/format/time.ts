/** A moment in the words of the locale and the zone of the reader; what is no date is shown as it came. */
export function formatTime(moment: string | undefined, locale: string): string {
  const time = new Date(moment ?? '');
  if (Number.isNaN(time.getTime())) return moment ?? '';
  return time.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}
