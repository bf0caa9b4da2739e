import type { ErrorCodeNumber } from '@flight-offset/core';
import { OffsetApiError } from '@flight-offset/core/server';

type Refusal =
  | 'INVALID'
  | 'NO_SUCH_ENDPOINT'
  | 'NOT_PERMITTED'
  | 'NO_SUCH_ORDER'
  | 'SETTLED_ALREADY'
  | 'SOLD_OUT'
  | 'PRICE_CHANGED'
  | 'HOLDS_TOO_MUCH'
  | 'NOT_COMPLETED'
  | 'NOTHING_LEFT'
  | 'TOO_MANY'
  | 'PAST_LIMIT'
  | 'WITHDRAWN';

/** The codes of the service whose refusals mean something of their own here, by what they say. */
export const SERVICE_CODES: Readonly<Record<Refusal, ErrorCodeNumber>> = {
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
};

/** Whether the service refused a call with one of these codes. */
export function hasCode(error: unknown, refusal: Refusal): boolean {
  return error instanceof OffsetApiError && error.error === SERVICE_CODES[refusal];
}
