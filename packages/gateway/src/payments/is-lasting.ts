import { isDatabaseUnavailable } from '../store/database-unavailable.ts';
import { isTransient } from '../store/repeat-transient.ts';

/**
 * Whether an error of a payment or a refund would recur at once, so that it has to wait for its next turn behind
 * others. A temporary refusal by the database would not recur.
 */
export function isLasting(error: unknown): boolean {
  return !isDatabaseUnavailable(error) && !isTransient(error);
}
