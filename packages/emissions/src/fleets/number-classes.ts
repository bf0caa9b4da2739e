/** Classes of a carrier's flight numbers and dates that share an estimate. */
import { NO_LAST_DAY } from '../carriers/carriers.ts';
import type { Layout } from './layout.ts';

/** Values at which something changes: the first of each class but the first, ascending. */
type Breaks = readonly number[];

/** Breaks of a carrier's flight numbers and dates of departure. */
export interface NumberClasses {
  readonly numbers: Breaks;
  readonly dates: Breaks;
}

const ascending = (values: readonly number[]): Breaks => [...new Set(values)].sort((a, b) => a - b);

/**
 * Returns the classes of a fleet: of the numbers of its partners (from, to, from, to...), and of its layouts' last
 * days.
 */
export function numberClassesOf(
  layouts: readonly Layout[],
  partnerNumbers: readonly number[],
): NumberClasses {
  const numbers = partnerNumbers.map((number, i) => (i % 2 === 0 ? number : number + 1));
  const dates = layouts.flatMap(({ until }) => (until < NO_LAST_DAY ? [until + 1] : []));
  return { numbers: ascending(numbers), dates: ascending(dates) };
}

/** Counts the breaks at or below a value. */
function classOf(value: number, at: Breaks): number {
  let count = 0;
  while (count < at.length && at[count]! <= value) count++;
  return count;
}

/**
 * Returns a whole number for a flight number and a date (such as 20261214): two flights of a carrier that differ only
 * in these have the same estimate if the number is the same.
 */
export function numberClass({ numbers, dates }: NumberClasses, flightNumber: number, date: number): number {
  return classOf(date, dates) * (numbers.length + 1) + classOf(flightNumber, numbers);
}
