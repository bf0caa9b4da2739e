import { isDatabaseUnavailable } from '../store/database-unavailable.ts';
import { isTransient } from '../store/repeat-transient.ts';

/**
 * Whether what went wrong with a payment or a refund would go wrong again at once, so that it waits for its next turn behind
 * others. What the database refused for the moment would not.
 */
export function isLasting(error: unknown): boolean {
  return !isDatabaseUnavailable(error) && !isTransient(error);
}
