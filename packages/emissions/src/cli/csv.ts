/** Reads and writes CSV (RFC 4180) record by record, so that files of any size are possible. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';

/** Separators that a file may use; by default the most frequent one in the header. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Returns the separator of a header line: the one most frequent outside quotes; a comma if there is none. */
export function detectSeparator(header: string): string {
  const unquoted = header.replaceAll(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => unquoted.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!;
}

/** One record of a file. */
export interface CsvRecord {
  readonly fields: readonly string[];
  /** Line on which the record ends, from 1. */
  readonly line: number;
}

/** A file that is not CSV; the message follows the file's name. */
export class CsvError extends Error {
  override readonly name: string = 'CsvError';
}

/** A file that ends inside quotes. */
export class UnclosedQuoteError extends CsvError {
  override readonly name = 'UnclosedQuoteError';
}

/** Properties of a file that the header line reveals. */
export interface CsvStart {
  readonly separator: string;
  readonly records: AsyncGenerator<CsvRecord, void, undefined>;
}

/** A longer first line is not a header. */
const MAX_HEADER = 1_048_576;

/** Reads from the input until the text holds the whole first line, or {@link MAX_HEADER} characters. */
async function headerOf(input: AsyncIterator<string>): Promise<string> {
  let text = '';
  while (!text.includes('\n') && text.length < MAX_HEADER) {
    const { value, done } = await input.next();
    if (done) break;
    text += value;
  }
  return text;
}

async function* textFrom(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield start;
  while (true) {
    const { value, done } = await rest.next();
    if (done) return;
    yield value;
  }
}

interface ParsedRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** Line endings, which a file may mix; if the first one is that of old Macs, the parser detects them. */
const lineEndsOf = (start: string): string[] => (/\r\n?|\n/.exec(start)?.[0] === '\r' ? [] : ['\r\n', '\n']);

async function* recordsOf(
  text: AsyncIterable<string>,
  separator: string,
  lineEnds: string[],
  linesBefore: number,
): AsyncGenerator<CsvRecord, void> {
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    record_delimiter: lineEnds,
    relax_column_count: true,
    relax_quotes: true,
  });
  // A failure of either side also ends the parser, and with it the loop below.
  pipeline(text, parser).catch(() => undefined);
  let line = linesBefore;
  let countedTwice = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      // The parser counts a Windows line break inside quotes as two.
      for (const field of record) countedTwice += field.split('\r\n').length - 1;
      line = info.lines + linesBefore - countedTwice;
      // Spreadsheets write empty rows as separators alone.
      if (record.some((field) => field.trim() !== '')) yield { fields: record, line };
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    throw new UnclosedQuoteError(
      `has a quote that opens in line ${line + 1} or after it and is never closed`,
    );
  }
}

/** A first line such as `sep=;`, which names the separator to Excel: not a header. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;\t|])"?(?:\r\n?|\n)/i;

/** Opens a CSV file; without a `separator` its first line decides. */
export async function readCsv(input: Readable, separator: string | undefined): Promise<CsvStart> {
  input.setEncoding('utf8');
  const pieces = (input as AsyncIterable<string>)[Symbol.asyncIterator]();
  const text = await headerOf(pieces);
  // UTF-16 or a workbook: readable CSV contains no NUL.
  if (text.includes('\0')) throw new CsvError('is no CSV in UTF-8: save it as "CSV UTF-8"');
  const [separatorLine = '', named] = SEPARATOR_LINE.exec(text) ?? [];
  const start = text.slice(separatorLine.length);
  const [firstLine = ''] = start.split(/\r\n?|\n/, 1);
  const used = separator ?? named ?? detectSeparator(firstLine);
  const linesBefore = separatorLine === '' ? 0 : 1;
  return {
    separator: used,
    records: recordsOf(textFrom(start, pieces), used, lineEndsOf(text), linesBefore),
  };
}

/** Writes one line of CSV with its line break; fields are quoted if necessary. */
export function csvLine(fields: readonly (string | number)[], separator: string): string {
  const written = fields.map((field) => {
    const text = String(field);
    return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(separator)}\n`;
}
