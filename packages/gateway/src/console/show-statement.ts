import type { StatementPage } from '@flight-offset/console';
import { findStatement } from '../statements/find.ts';
import { type LinePlace, lineJson, readLines } from '../statements/read-lines.ts';
import type { Database } from '../store/engine.ts';
import { listPage, PAGE_READ } from './list-page.ts';

/**
 * A statement with one page of its lines, oldest first; undefined where the merchant has none of that id.
 * @param page the time now, and the place of the last line seen.
 */
export async function showStatement(
  { reader }: Database,
  merchantId: string,
  id: string,
  { at, cursor }: { readonly at: number; readonly cursor: string | undefined },
): Promise<StatementPage | undefined> {
  const found = await findStatement(reader, merchantId, id, at);
  if (!found) return undefined;
  const rows = await readLines(reader, found, placeOf(cursor), PAGE_READ);
  return { ...found.statement, lines: listPage(rows, lineJson, (row) => `${row.created_at}-${row.id}`) };
}

function placeOf(cursor: string | undefined): LinePlace | undefined {
  const [, time, id] = /^(\d{1,15})-(\w{1,64})$/.exec(cursor ?? '') ?? [];
  return time === undefined || id === undefined ? undefined : { created_at: Number(time), id };
}
