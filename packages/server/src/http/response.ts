import type { CheckoutError } from '@flight-offset/core';
import type { CheckoutProblem } from '../problem.ts';

/** A response in JSON which nothing may cache or read as anything else. */
export function json(
  body: unknown,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'Origin',
      ...headers,
    },
  });
}

/** A problem as the wire writes it. */
export function problemResponse(
  problem: CheckoutProblem,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { code, message, field, status, retryAfterSeconds, allow } = problem;
  const body: CheckoutError = { code, message, ...(field && { field }), requestId };
  return json(body, status, {
    ...headers,
    ...(allow !== undefined && { allow }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  });
}
