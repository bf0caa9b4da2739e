import { makePart, textStream } from '../../http/text-stream.ts';
import { creditsOf } from '../../retirements/credits-of.ts';
import type { Database } from '../../store/engine.ts';
import type { OrderRow } from '../../store/schema.ts';
import { purchasesOf } from '../purchases-of.ts';
import { CSV_COLUMNS, csvLine } from './csv.ts';

/** Orders per page. An export holds one page in memory, however many orders it has. */
const PAGE = 200;

/**
 * Reads some orders of an export.
 * @param after the last order of the previous page; undefined for the first page.
 * @returns at most `limit` orders; fewer only on the last page.
 */
export type ReadPage = (
  db: Pick<Database, 'reader'>,
  after: OrderRow | undefined,
  limit: number,
) => Promise<readonly OrderRow[]>;

async function* lines(
  db: Pick<Database, 'reader'>,
  merchantId: string,
  readPage: ReadPage,
): AsyncGenerator<string, void> {
  let header = `${CSV_COLUMNS.join(',')}\r\n`;
  let last: OrderRow | undefined;
  while (true) {
    const rows = await readPage(db, last, PAGE);
    const [credits, purchases] = await Promise.all([
      creditsOf(db, merchantId, rows),
      purchasesOf(db.reader, merchantId, rows),
    ]);
    const lineOf = (order: OrderRow): string =>
      csvLine(order, credits.get(order.id) ?? [], purchases.get(order.id));
    const text = header + rows.map(lineOf).join('');
    if (text !== '') yield text;
    header = '';
    last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
  }
}

/**
 * Exports orders of a merchant as CSV, in the columns of {@link CSV_COLUMNS}. Reads from the standby if there is one.
 * The first page is read before this returns, so that an unavailable standby is an error, not a truncated file.
 * @param signal of the caller: once it is aborted, nothing more is read.
 */
export async function exportCsv(
  { replica }: Pick<Database, 'replica'>,
  merchantId: string,
  readPage: ReadPage,
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const parts = lines({ reader: replica }, merchantId, readPage);
  const first = await makePart(() => parts.next(), signal);
  async function* all(): AsyncGenerator<string> {
    if (!first.done) yield first.value;
    yield* parts;
  }
  return textStream(all(), signal);
}
