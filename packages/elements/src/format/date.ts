import type { DepartureDate } from '@flight-offset/core';

/** A departure date in the words of the locale; the date is local to the airport, so it is made and written in one zone. */
export function formatDate({ year, month, day }: DepartureDate, locale: string): string {
  return new Date(year, month - 1, day).toLocaleDateString(locale, { dateStyle: 'medium' });
}
