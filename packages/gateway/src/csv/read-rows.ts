import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';

/** A row of a CSV file: cells by the name of their column. */
export type Row = Readonly<Record<string, string>>;

/** How a CSV file is read. */
export interface ReadRowsOptions {
  /** Columns the file must have, in any order. */
  readonly columns: readonly string[];
  /** Description of the file for the message: `an export of Verra`. */
  readonly what: string;
  /** Makes the error of a file that cannot be used. */
  readonly fault: (message: string) => Error;
}

/**
 * Characters that occur in text read in the wrong encoding, and in files that are not text: a workbook, a compressed
 * file.
 */
export const NOT_UTF8: RegExp = /[\0\ufffd]/;

/** Message for text in another encoding, and its remedy. */
export const NOT_UTF8_FAULT = 'is not text in UTF-8; export the file as CSV, in UTF-8';

const WITH_COMMAS = 'export the file with commas between the columns';

/** Maximum characters of one row; a file with a longer row is refused. */
const MAX_ROW = 100_000;

/**
 * Reads a CSV file from outside, row by row, in bounded memory. Columns are found by name, in any order.
 * @returns each row with the line on which it ends, counted from 1.
 * @throws the error of `fault` for a missing column, or for text that is not CSV; the message names the line.
 */
export async function* readRows(
  file: AsyncIterable<Uint8Array | string>,
  { columns, what, fault }: ReadRowsOptions,
): AsyncGenerator<{ readonly row: Row; readonly line: number }> {
  const parser = parse({
    bom: true,
    columns(names: string[]) {
      if (names.some((name) => NOT_UTF8.test(name))) throw fault(`this ${NOT_UTF8_FAULT}`);
      const missing = columns.filter((name) => !names.includes(name));
      const [separator] = missing.length === columns.length ? (/[;\t]/.exec(names.join()) ?? []) : [];
      const used = separator === ';' ? 'semicolons' : 'tabs';
      if (separator !== undefined) throw fault(`${used} separate the columns; ${WITH_COMMAS}`);
      if (/^sep=/i.test(names[0] ?? '')) throw fault('its first line, sep=, is a note for Excel; remove it');
      if (missing.length > 0) throw fault(`this is not ${what}: it lacks the columns ${missing.join(', ')}`);
      return names;
    },
    info: true,
    max_record_size: MAX_ROW,
    skip_empty_lines: true,
    trim: true,
  });
  // A file that cannot be read ends the parser, and with it the loop.
  const piping = pipeline(Readable.from(file), parser).catch(() => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Row; info: { lines: number } }>) {
      yield { row: record, line: info.lines };
    }
  } catch (error) {
    // If names are separated by semicolons or tabs, quotes begin and end within the cells that commas separate.
    if (error instanceof CsvError && error.lines === 1 && error.code.endsWith('_QUOTE'))
      throw fault(`line 1: a quote within the name of a column; ${WITH_COMMAS}`);
    if (error instanceof CsvError) throw fault(`line ${error.lines}: ${error.message}`);
    throw error;
  }
  await piping;
}
