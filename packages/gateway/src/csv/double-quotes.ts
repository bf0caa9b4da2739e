/** Text after the quote that ends a cell: the end of the row, or the next cell, in quotes or as the empty last one. */
const END_OF_CELL = /^(?:$|[\r\n]|,(?:$|["\r\n]))/;

/** How many characters {@link END_OF_CELL} looks at. */
const LOOK_AHEAD = 2;

/** A first row that ends with an empty cell without quotes, behind a byte order mark if there is one. */
const FIRST_ROW = /^(?:\u00ef\u00bb\u00bf)?"[^\r\n]*",[\r\n]/;

/** Maximum characters of the first row. */
const MAX_FIRST_ROW = 65_536;

/**
 * Doubles the quotes within cells, as RFC 4180 requires, in CSV of an exporter that puts cells in quotes, ends each row
 * with a comma, and leaves inner quotes single: `"for "X, Inc."",`. A file whose first row ends otherwise, such as one
 * that a spreadsheet saved, is not changed. A cell that holds `","` looks like two: a reader refuses the row for its
 * extra cell.
 */
export async function* doubleQuotes(file: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  let text = '';
  let isExporters: boolean | undefined;
  let isInside = false;

  function quote(behind: string): string {
    const isWithin = isInside && !END_OF_CELL.test(behind);
    isInside = isWithin || !isInside;
    return isWithin ? '""' : '"';
  }

  /** Takes the text up to `end`: the characters after its last quote are known. */
  function take(end: number): Uint8Array {
    isExporters ??= FIRST_ROW.test(text);
    const all = text;
    text = all.slice(end);
    const taken = all.slice(0, end);
    return Buffer.from(
      isExporters
        ? taken.replaceAll('"', (_, at: number) => quote(all.slice(at + 1, at + 1 + LOOK_AHEAD)))
        : taken,
      'latin1',
    );
  }

  // A byte counts as a character here, whatever letters the bytes form: separators are the same in UTF-8 and in
  // Windows-1252.
  for await (const chunk of file) {
    text += Buffer.from(chunk).toString('latin1');
    const isKnown = isExporters !== undefined || /[\r\n]/.test(text) || text.length > MAX_FIRST_ROW;
    if (isKnown && text.length > LOOK_AHEAD) yield take(text.length - LOOK_AHEAD);
  }
  yield take(text.length);
}
