/** Reads the CSV tables of the data build: the first line names the columns. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';

/** One line of a table, by column name. */
export type Row = Readonly<Record<string, string>>;

/** File and line of each row, for messages. */
const places = new WeakMap<Row, string>();

/** Begins a message about a row; empty for a row that was made from another. */
function placeOf(row: Row): string {
  const place = places.get(row);
  return place === undefined ? '' : `${place}: `;
}

/**
 * Reads the rows of a CSV file.
 * @throws Error with file and line if a line has more or fewer fields than the first, or if the file has no rows.
 */
export function readTable(path: string | URL): Row[] {
  const name = basename(String(path));
  const lines: number[] = [];
  const [header, ...records] = recordsOf(path, name, lines);
  if (header === undefined || records.length === 0) throw new Error(`${name} has no rows`);
  return records.map((record, at) => {
    const row = Object.fromEntries(header.map((column, i) => [column, record[i]!]));
    places.set(row, `${name}, line ${lines[at + 1]}`);
    return row;
  });
}

/** Reads the records of a file, the first of them the names of its columns; adds to `at` the line of each. */
function recordsOf(path: string | URL, name: string, at: number[]): string[][] {
  try {
    return parse(readFileSync(path, 'utf8'), {
      bom: true,
      skip_empty_lines: true,
      on_record: (record, { lines }) => {
        at.push(lines);
        return record;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw new Error(`${name}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Reads a numeric field. @throws Error if it is not a finite number. */
export function numberOf(row: Row, column: string): number {
  const value = Number(row[column]);
  if (row[column] === '' || !Number.isFinite(value)) {
    throw new Error(`${placeOf(row)}column ${column} holds no number: ${JSON.stringify(row)}`);
  }
  return value;
}

/** Reads a text field. @throws Error if the column does not exist. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`${placeOf(row)}no column ${column} among ${Object.keys(row)}`);
  return value;
}
