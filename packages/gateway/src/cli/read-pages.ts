import type { ListPage } from '@flight-offset/console';
import { UsageError } from './read-arguments.ts';

/** Default of `--limit`. */
const DEFAULT_LIMIT = 100;

/** Reads `--limit`. @throws UsageError if invalid. */
export function readLimit(text = String(DEFAULT_LIMIT)): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1) throw new UsageError('--limit must be from 1 to 99999.');
  return Number(text);
}

/** Reads a list page by page until it has the requested number of rows. */
export async function readPages<Row>(
  limit: number,
  readPage: (cursor: string | undefined) => Promise<ListPage<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== undefined && rows.length < limit);
  return rows.slice(0, limit);
}
