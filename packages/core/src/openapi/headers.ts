import type { ErrorCodeNumber } from '../error-codes.ts';
import type { JsonObject } from './json-schema.ts';
import type { HeaderName } from './operation.ts';

/** Headers of requests, without that of the security scheme. */
export const REQUEST_HEADERS: Readonly<Record<Exclude<HeaderName, 'x-api-key'>, JsonObject>> = {
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
    description: 'Extension. Same key and same body: the first response again. Kept for 24 hours at least.',
    schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
  },
};

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

const at = (name: keyof typeof RESPONSE_HEADERS): JsonObject => ({ $ref: `#/components/headers/${name}` });

/** Headers of a response after the key was accepted. */
export const KEYED_HEADERS: JsonObject = {
  'x-request-id': at('RequestId'),
  ratelimit: at('RateLimit'),
  'ratelimit-policy': at('RateLimitPolicy'),
};

/** Codes whose response names the time to wait. */
const REPEATABLE: readonly ErrorCodeNumber[] = [42901, 50301, 50302];

/** Headers of an error response with these codes. */
export function errorHeaders(codes: readonly ErrorCodeNumber[]): JsonObject {
  return {
    'x-request-id': at('RequestId'),
    ...(codes.every((code) => REPEATABLE.includes(code)) && { 'retry-after': at('RetryAfter') }),
  };
}
