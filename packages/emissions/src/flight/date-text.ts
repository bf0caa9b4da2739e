import type { DepartureDate } from '@flight-offset/core';

/** Writes a date as YYYY-MM-DD. */
export function dateText({ year, month, day }: DepartureDate): string {
  const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');
  return [padded(year, 4), padded(month, 2), padded(day, 2)].join('-');
}
