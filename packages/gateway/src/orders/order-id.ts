import { Problem } from '../problem.ts';
import { isId } from '../store/ids.ts';

/** The error of an identifier which names no order of the caller's. */
export function noSuchOrder(): Problem {
  return new Problem(40402, 'There is no order with this identifier. Check it and the key.');
}

/**
 * Reads the identifier of an order from a path: whatever else a path may hold, such as a NUL, reaches no database.
 * @throws Problem 40402 where it is none.
 */
export function readOrderId(given: string | undefined): string {
  if (given !== undefined && isId(given, 'ord')) return given;
  throw noSuchOrder();
}
