/** What follows the quote that ends a cell: the end of its row, or the next cell, which is in quotes, or the last and empty. */
const END_OF_CELL = /^(?:$|[\r\n]|,(?:$|["\r\n]))/;

/** How many signs {@link END_OF_CELL} looks at. */
const LOOK_AHEAD = 2;

/** How many signs a byte order mark and a quote have. */
const MARK_AND_QUOTE = 4;

/** A byte order mark, if there is one, and the quote of the first cell. */
const BEGINS_WITH_QUOTE = /^(?:\u00ef\u00bb\u00bf)?"/;

/**
 * CSV of an exporter that sets cells in quotes and leaves the quotes within them single, `"for "X, Inc.""`: doubles these, as
 * RFC 4180 has it. A file that does not begin with a quote, such as one that a spreadsheet saved, stays as it is. A cell that
 * holds `","` looks like two: its row has one too many, by which a reader refuses it.
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

  /** Takes the text up to where what follows a quote is known. */
  function take(end: number): Uint8Array {
    isExporters ??= BEGINS_WITH_QUOTE.test(text);
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

  // A byte is a sign here, whatever letters they make: what separates cells is the same in UTF-8 and in Windows-1252.
  for await (const chunk of file) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length > MARK_AND_QUOTE + LOOK_AHEAD) yield take(text.length - LOOK_AHEAD);
  }
  yield take(text.length);
}
