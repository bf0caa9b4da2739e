import type { ListPage } from '@flight-offset/console';

/** Rows per page of a list. */
const PAGE = 25;

/** Rows to read for one page: one more than it shows, to find out whether another page follows. */
export const PAGE_READ: number = PAGE + 1;

/**
 * Makes a page of a list.
 * @param read at most {@link PAGE_READ} rows.
 * @param show converts a row to what the page shows.
 * @param cursorOf names a row's place in the list; the next page begins after it.
 */
export function listPage<Row, Shown>(
  read: readonly Row[],
  show: (row: Row) => Shown,
  cursorOf: (row: Row) => string,
): ListPage<Shown> {
  const rows = read.slice(0, PAGE);
  const last = rows.at(-1);
  return { rows: rows.map(show), next: read.length > PAGE && last ? cursorOf(last) : undefined };
}
