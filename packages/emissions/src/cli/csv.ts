/** Reads and writes CSV (RFC 4180) in pieces, so that a file of any size passes through. */

/** Takes text piece by piece and gives back the records that are complete. */
export interface CsvReader {
  /** Records completed by this piece. */
  readonly push: (text: string) => string[][];
  /** The last record, when the text does not end with a line break. */
  readonly end: () => string[][];
}

/** A reader at the start of a file. */
export function createCsvReader(): CsvReader {
  let record: string[] = [];
  let field = '';
  let state: 'plain' | 'quoted' | 'quote in quoted' = 'plain';

  function endRecord(into: string[][]): void {
    record.push(field);
    if (record.length > 1 || record[0] !== '') into.push(record);
    record = [];
    field = '';
  }

  function push(text: string): string[][] {
    const records: string[][] = [];
    for (const char of text) {
      if (state === 'quoted') {
        if (char === '"') state = 'quote in quoted';
        else field += char;
        continue;
      }
      if (state === 'quote in quoted' && char === '"') {
        field += '"';
        state = 'quoted';
        continue;
      }
      state = 'plain';
      if (char === '"' && field === '') state = 'quoted';
      else if (char === ',') {
        record.push(field);
        field = '';
      } else if (char === '\n') endRecord(records);
      else if (char !== '\r' && char !== '\uFEFF') field += char;
    }
    return records;
  }

  function end(): string[][] {
    const records: string[][] = [];
    if (field !== '' || record.length > 0) endRecord(records);
    return records;
  }

  return { push, end };
}

/** One line of CSV with its line break; fields that need quotes get them. */
export function csvLine(fields: readonly (string | number)[]): string {
  const written = fields.map((field) => {
    const text = String(field);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(',')}\n`;
}
