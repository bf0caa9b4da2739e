import { isDay } from '@flight-offset/core';
import { isFutureDay } from '../retirements/new-retirement.ts';
import { type GivenArguments, UsageError } from './read-arguments.ts';

/** Reads a date from an option, `2026-11-30`. @throws UsageError which names the option. */
export function readDate(name: string, text: string): string {
  if (!isDay(text)) throw new UsageError(`--${name} must be a date such as 2026-11-30.`);
  return text;
}

/**
 * Reads a past date.
 * @param now milliseconds since 1970.
 * @throws UsageError which names the option, also if the day is in the future in every time zone.
 */
export function readPastDate(name: string, text: string, now: number): string {
  const day = readDate(name, text);
  if (isFutureDay(day, now)) throw new UsageError(`--${name} ${day} is in the future.`);
  return day;
}

/**
 * Reads `--from` and `--to`, either of which may be missing.
 * @param endsWith whether the day of `--to` is the last included or the first excluded.
 * @throws UsageError which names the option, also if no day is left: an empty list would read as if there were no data.
 */
export function readDates(
  { from, to }: GivenArguments['options'],
  endsWith: 'last' | 'left out',
): { readonly from?: string; readonly to?: string } {
  const dates = {
    ...(from !== undefined && { from: readDate('from', from) }),
    ...(to !== undefined && { to: readDate('to', to) }),
  };
  if (from === undefined || to === undefined) return dates;
  if (to < from) throw new UsageError('--to must not be earlier than --from.');
  if (to === from && endsWith === 'left out')
    throw new UsageError('--to must be later than --from: the day it names is not included.');
  return dates;
}
