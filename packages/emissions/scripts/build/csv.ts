/** Reads the CSV files the data build starts from: first line names the columns, RFC 4180 quotes. */
import { readFileSync } from 'node:fs';

/** One line of a table, by column name. */
export type Row = Readonly<Record<string, string>>;

/** Splits CSV text into records of fields. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[i + 1] === '"') field += text[++i];
      else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === ',') {
      record.push(field);
      field = '';
    } else if (char === '\n') {
      record.push(field.replace(/\r$/, ''));
      records.push(record);
      record = [];
      field = '';
    } else field += char;
  }
  if (field !== '' || record.length > 0) records.push([...record, field]);
  return records;
}

/** The rows of a CSV file. */
export function readTable(path: string | URL): Row[] {
  const [header = [], ...records] = parseCsv(readFileSync(path, 'utf8'));
  return records
    .filter((record) => record.length > 1 && !record[0]?.startsWith('#'))
    .map((record) => Object.fromEntries(header.map((name, i) => [name, record[i] ?? ''])));
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
  if (value === undefined) throw new Error(`no column ${column}`);
  return value;
}
