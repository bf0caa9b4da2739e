import { Problem } from '../problem.ts';
import { isId } from '../store/ids.ts';

/** Creates the error for an identifier that names no order of the caller. */
export function noSuchOrder(): Problem {
  return new Problem(40402, 'There is no order with this identifier. Check it and the key.');
}

/**
 * Reads the identifier of an order from a path: anything else in a path, such as a NUL, never reaches the database.
 * @throws Problem 40402 if it is no identifier.
 */
export function readOrderId(given: string | undefined): string {
  if (given !== undefined && isId(given, 'ord')) return given;
  throw noSuchOrder();
}
