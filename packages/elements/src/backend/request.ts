import type { CheckoutErrorBody } from '@flight-offset/core';

/**
 * A request to the merchant's backend that failed, or input of the page that is invalid: the `error` of `offset-error`.
 * A request fails after 20 seconds without a response, as `network`.
 *
 * @example
 * document.addEventListener('offset-error', ({ error, code }) => {
 *   if (error instanceof BackendError) console.error(code, error.field, error.requestId);
 * });
 */
export class BackendError extends Error {
  /** A code of the backend, or `network`, `invalid_response` or `payment_url_refused`. */
  declare readonly code: string;
  /** Identifier of the request, for support. */
  declare readonly requestId: string | undefined;
  /** The invalid parameter, with `bad_request`, such as `flights[1]`. */
  declare readonly field: string | undefined;
  /** The first leg that could not be read, as the page wrote it. */
  declare readonly leg: unknown;

  /** @param details Known details; the `code` and `message` of the backend take precedence. */
  constructor(code: string, details?: Partial<CheckoutErrorBody> & { readonly leg?: unknown }) {
    super(details?.message ?? code);
    Object.assign(this, { code }, details);
  }
}

const TIMEOUT_MS = 20_000;

/**
 * Sends a request to the merchant's backend and returns the JSON of the response.
 *
 * @param endpoint Where the handler is mounted.
 * @param path Path below it.
 * @param body JSON, sent by `POST`; without it the request is a `GET`.
 * @param signal Aborts the request.
 * @throws {BackendError} If there is no response, or the response is an error.
 */
export async function requestJson(
  endpoint: string,
  path: string,
  body: string | undefined,
  signal: AbortSignal,
): Promise<object> {
  let code = 'network';
  let details: object;
  try {
    const response = await fetch(endpoint.replace(/\/?$/, '/') + path, {
      method: body && 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    code = 'invalid_response';
    details = await response.json();
    // `null` has no fields to read.
    if (response.ok && details) return details;
  } catch (cause) {
    details = { cause };
  }
  throw new BackendError(code, details);
}
