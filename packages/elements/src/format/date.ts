import type { DepartureDate } from '@flight-offset/core';

/**
 * Writes a departure date in the locale. It is local to the airport, so it is created and formatted in the same zone.
 */
export function formatDate({ year, month, day }: DepartureDate, locale: string): string {
  return new Date(year, month - 1, day).toLocaleDateString(locale, { dateStyle: 'medium' });
}
