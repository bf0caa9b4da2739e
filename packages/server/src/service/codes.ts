import type { ErrorCodeNumber } from '@flight-offset/core';
import { OffsetApiError } from '@flight-offset/core/server';

/** Error codes of the service that are handled separately here, by meaning. */
export const SERVICE_CODES = {
  INVALID: 40002,
  NOT_PERMITTED: 40302,
  NO_SUCH_ENDPOINT: 40401,
  NO_SUCH_ORDER: 40402,
  SETTLED_ALREADY: 40902,
  SOLD_OUT: 40903,
  PRICE_CHANGED: 40904,
  HOLDS_TOO_MUCH: 40905,
  NOT_COMPLETED: 40906,
  NOTHING_LEFT: 40907,
  TOO_MANY: 40908,
  PAST_LIMIT: 40911,
  WITHDRAWN: 40912,
  TOO_LARGE: 40913,
} as const;

/** Whether the service refused a call with one of these codes. */
export function hasCode(error: unknown, refusal: keyof typeof SERVICE_CODES): boolean {
  return (
    error instanceof OffsetApiError && error.error === (SERVICE_CODES[refusal] satisfies ErrorCodeNumber)
  );
}
