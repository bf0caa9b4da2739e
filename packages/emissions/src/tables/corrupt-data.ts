/** The error for tables that did not arrive complete: no figure is calculated from them. */

/**
 * Thrown, in place of returning a figure, when a table of the package has been truncated or altered; its message names
 * the table.
 * @example
 * try {
 *   estimateFlights(flights);
 * } catch (error) {
 *   if (error instanceof CorruptDataError) console.error(error.message);
 * }
 */
export class CorruptDataError extends Error {
  override readonly name = 'CorruptDataError';
  readonly code = 'corrupt_data';

  /** Of the table's name and what is wrong with it. */
  constructor(table: string, fault: string) {
    super(`The emissions table ${table} is corrupt: ${fault}. Install @flight-offset/emissions again.`);
  }
}

/** The text of a table, if it is as long as the other tables say it must be; throws {@link CorruptDataError}. */
export function whole(table: string, text: string, length: number): string {
  if (text.length === length) return text;
  throw new CorruptDataError(table, `${text.length} characters, not ${length}`);
}

/** A number of a table, if there is one above 0; throws {@link CorruptDataError}. */
export function positive(table: string, value: number): number {
  if (value > 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new CorruptDataError(table, `${value} where a number above 0 should stand`);
}
