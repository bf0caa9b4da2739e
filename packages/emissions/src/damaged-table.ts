/** What happens to an answer whose tables did not arrive whole: there is none. */

/** Thrown in place of a figure when a table of the package has been cut or altered; its message names the table. */
export class DamagedTableError extends Error {
  override readonly name = 'DamagedTableError';
  readonly code = 'damaged_table';

  /** Of the table's name and what is wrong with it. */
  constructor(table: string, fault: string) {
    super(`The emissions table ${table} is damaged: ${fault}. Install @flight-offset/emissions again.`);
  }
}

/** The text of a table, if it is as long as the other tables say it must be; throws {@link DamagedTableError}. */
export function whole(table: string, text: string, length: number): string {
  if (text.length === length) return text;
  throw new DamagedTableError(table, `${text.length} characters, not ${length}`);
}

/** A number of a table, if there is one above 0; throws {@link DamagedTableError}. */
export function positive(table: string, value: number): number {
  if (value > 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new DamagedTableError(table, `${value} where a number above 0 should stand`);
}
