/** Reads the records that an interrupted run has already written. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { csvLine, readCsv, UnclosedQuoteError } from './csv.ts';

/** A record of the unfinished file, and the byte after it. */
export interface WrittenRecord {
  readonly fields: readonly string[];
  readonly end: number;
}

/**
 * Returns the complete records of an unfinished file, including the header. The last one counts only if its line break
 * was written too. Since this command wrote the file, a record's bytes follow from its fields.
 */
export async function* writtenRecords(path: string, separator: string): AsyncGenerator<WrittenRecord, void> {
  const { size } = await stat(path);
  const { records } = await readCsv(createReadStream(path), separator);
  let end = 0;
  try {
    for await (const { fields } of records) {
      end += Buffer.byteLength(csvLine(fields, separator));
      if (end > size) return;
      yield { fields, end };
    }
  } catch (error) {
    // Cut off inside quotes: the earlier records are complete.
    if (!(error instanceof UnclosedQuoteError)) throw error;
  }
}
