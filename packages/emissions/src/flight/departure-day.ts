import { invalid, isFields, wholeNumber } from './flight-refusal.ts';

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** Returns the day as a number such as 20261214. @throws Refusal if it is not a date. */
export function departureDay(value: unknown): number {
  if (!isFields(value)) throw invalid('departureDate', 'an object of year, month and day');
  const year = wholeNumber(value.year, 'departureDate.year', 1900, 2200);
  const month = wholeNumber(value.month, 'departureDate.month', 1, 12);
  return (
    year * 10_000 + month * 100 + wholeNumber(value.day, 'departureDate.day', 1, daysInMonth(year, month))
  );
}
