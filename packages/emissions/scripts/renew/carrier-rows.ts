/** Rows of each carrier in a packed table, in this generation of the modules and in earlier ones. */
import { numberAt } from '../../src/tables/digits.ts';

/** Rows of one carrier: from the first to before the last. */
interface CarrierRows {
  readonly carrier: string;
  readonly from: number;
  readonly to: number;
}

/** Code and number of each entry. */
const entriesOf = (packed: string, digits: number): [string, number][] =>
  (packed.match(new RegExp(`.{${2 + digits}}`, 'gs')) ?? []).map((entry) => [
    entry.slice(0, 2),
    numberAt(entry, 2, digits),
  ]);

/** Returns the rows of each carrier of a table with `count` rows. */
export function carrierRows(packed: string, count: number): CarrierRows[] {
  // Earlier generations pack the number of a carrier's rows, in two digits, in place of the number of its first row.
  const counts = entriesOf(packed, 2);
  const before = (end: number): number => counts.slice(0, end).reduce((sum, [, rows]) => sum + rows, 0);
  const isCounted = before(counts.length) === count;
  const firsts = isCounted
    ? counts.map(([carrier], i): [string, number] => [carrier, before(i)])
    : entriesOf(packed, 3);
  return firsts.map(([carrier, from], i) => ({ carrier, from, to: firsts[i + 1]?.[1] ?? count }));
}
