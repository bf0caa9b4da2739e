import type { StatementPage } from '@flight-offset/console';
import { findStatement } from '../statements/find.ts';
import { lineJson, readLines } from '../statements/read-lines.ts';
import type { Database } from '../store/engine.ts';
import { listPage, PAGE_READ } from './find/list-page.ts';
import { cursorOf, placeOf } from './find/place.ts';

/**
 * Reads a statement with one page of its lines, oldest first; undefined if the merchant has none with the identifier.
 * @param page current time, and the place of the last line seen.
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
  return { ...found.statement, lines: listPage(rows, lineJson, cursorOf) };
}
