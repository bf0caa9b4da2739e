import type { CheckoutErrorBody } from '@flight-offset/core';
import type { CheckoutError } from '../checkout-error.ts';

/** Creates a JSON response that nothing may cache or read as anything else. */
export function json(body: unknown, status: number, headers: Readonly<Record<string, string>>): Response {
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

/** Creates the response of an error. */
export function errorResponse(
  error: CheckoutError,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { code, message, field, status } = error;
  const body: CheckoutErrorBody = { code, message, ...(field && { field }), requestId };
  return json(body, status, { ...headers, ...errorHeaders(error) });
}

/** Headers of an error's response. */
export function errorHeaders({ allow, retryAfterSeconds }: CheckoutError): Record<string, string> {
  return {
    ...(allow !== undefined && { allow }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
}
