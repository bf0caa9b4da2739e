/** The error for incomplete tables: no figure is calculated from them. */

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

  /** Creates the error from the table's name and its fault. */
  constructor(table: string, fault: string) {
    super(`The emissions table ${table} is corrupt: ${fault}. Install @flight-offset/emissions again.`);
  }
}

/** Returns the text of a table. @throws CorruptDataError if it is not as long as the other tables require. */
export function requireLength(table: string, text: string, length: number): string {
  if (text.length === length) return text;
  throw new CorruptDataError(table, `${text.length} characters, not ${length}`);
}

/** Returns a number of a table. @throws CorruptDataError if it is not above 0. */
export function requirePositive(table: string, value: number): number {
  if (value > 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new CorruptDataError(table, `${value} where a number above 0 should stand`);
}
