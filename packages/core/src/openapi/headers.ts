import type { ErrorCodeNumber } from '../errors/error-codes.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '../input/idempotency-key.ts';
import type { JsonObject } from './json-schema.ts';
import type { HeaderName, Operation } from './operation.ts';

/** Headers of requests, without the header of the security scheme. */
const REQUEST_HEADERS: Readonly<Record<Exclude<HeaderName, 'x-api-key'>, JsonObject>> = {
  'x-body-signature': {
    required: true,
    description: 'Signature of the exact bytes of the body: by default lower-case hex of HMAC-SHA256.',
    schema: { type: 'string' },
  },
  'x-platform-id': {
    required: true,
    description: 'Identifier of the platform that makes the request.',
    schema: { type: 'string' },
  },
  'idempotency-key': {
    required: false,
    description:
      'Extension. A repeat with the same key and body creates nothing: it returns the first response, with the header `Idempotent-Replayed: true`. A key belongs to the merchant, is shared by orders and refunds, and is kept for at least 24 hours.',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN },
  },
};

/** Description of the key for an operation that is idempotent by itself and stores no response. */
const KEY_IGNORED =
  'Extension. Not needed: a repeat returns the order as it is. The format of a key is checked; its value is ignored.';

/**
 * Whether a repeat with the same `Idempotency-Key` returns the first response: only then can a key be used up.
 * @example
 * OPERATIONS.filter(replays).map(({ id }) => id); // ['createOrder', 'refundOrder']
 */
export const replays = ({ errors }: Pick<Operation, 'errors'>): boolean => errors.includes(42202);

/** A header of a request, as an operation takes it. */
export function requestHeader(
  name: Exclude<HeaderName, 'x-api-key'>,
  operation: Pick<Operation, 'errors'>,
): JsonObject {
  const header = REQUEST_HEADERS[name];
  return name === 'idempotency-key' && !replays(operation) ? { ...header, description: KEY_IGNORED } : header;
}

/** Describes the successful response of an operation. */
export const successOf = (operation: Pick<Operation, 'errors'>): string =>
  replays(operation)
    ? 'Success. In the response to a repeat with the same `Idempotency-Key`, the header `Idempotent-Replayed` is `true`; otherwise there is no such header.'
    : 'Success';

/** Headers of responses, by the name of their component. */
export const RESPONSE_HEADERS = {
  RequestId: { description: 'Identifier of the request: quote it in a report.', schema: { type: 'string' } },
  RateLimit: {
    description: 'What is left of the budget of this key (`r`), and in how many seconds it is renewed (`t`).',
    schema: { type: 'string', examples: ['"default";r=599;t=60'] },
  },
  RateLimitPolicy: {
    description: 'The budget of each key: `q` requests per window of `w` seconds.',
    schema: { type: 'string', examples: ['"default";q=600;w=60'] },
  },
  RetryAfter: { description: 'Seconds to wait before the request is repeated.', schema: { type: 'integer' } },
} as const satisfies Record<string, JsonObject>;

/** A header of a response, by a reference to its component. */
export const headerRef = (name: keyof typeof RESPONSE_HEADERS): JsonObject => ({
  $ref: `#/components/headers/${name}`,
});

/** Headers of a response after the key was accepted. */
export const KEYED_HEADERS: JsonObject = {
  'x-request-id': headerRef('RequestId'),
  ratelimit: headerRef('RateLimit'),
  'ratelimit-policy': headerRef('RateLimitPolicy'),
};

/** Codes whose response names the time to wait. */
const REPEATABLE: readonly ErrorCodeNumber[] = [42901, 50301, 50302];

/** Headers of an error response with these codes. */
export function errorHeaders(codes: readonly ErrorCodeNumber[]): JsonObject {
  return {
    'x-request-id': headerRef('RequestId'),
    ...(codes.every((code) => REPEATABLE.includes(code)) && { 'retry-after': headerRef('RetryAfter') }),
  };
}
