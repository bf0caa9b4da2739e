/** Reads the CSV tables the data build starts from: the first line names the columns. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** One line of a table, by column name. */
export type Row = Readonly<Record<string, string>>;

/** The rows of a CSV file. */
export function readTable(path: string | URL): Row[] {
  const text = readFileSync(path, 'utf8');
  const [header = [], ...records] = parse(text, {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  return records.map((record) => Object.fromEntries(header.map((name, i) => [name, record[i] ?? ''])));
}

/** A numeric field; throws when it is not a finite number. */
export function numberOf(row: Row, column: string): number {
  const value = Number(row[column]);
  if (row[column] === '' || !Number.isFinite(value)) {
    throw new Error(`column ${column} holds no number: ${JSON.stringify(row)}`);
  }
  return value;
}

/** A text field; throws when the column does not exist. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`no column ${column} among ${Object.keys(row)}`);
  return value;
}
