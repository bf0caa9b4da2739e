import type { CheckoutErrorBody } from '@flight-offset/core';

/** Why there is no figure, order or state: the backend, the network, or what the page asked for. */
export class BackendError extends Error {
  /** A code of the backend's, or `network`, `bad_answer` or `payment_url_refused`. */
  declare readonly code: string;
  /** Id to quote when asking the merchant about it. */
  declare readonly requestId: string | undefined;
  /** The parameter at fault, with `bad_request`. */
  declare readonly field: string | undefined;
  /** The first leg that could not be read, as the page wrote it. */
  declare readonly leg: unknown;

  /** @param details What is known of it: a code and message of the backend's stand before `code`. */
  constructor(code: string, details?: Partial<CheckoutErrorBody> & { readonly leg?: unknown }) {
    super(details?.message ?? code);
    Object.assign(this, { code }, details);
  }
}

/** Milliseconds an answer may take. */
const PATIENCE = 20_000;

/**
 * Asks the merchant's backend and returns its JSON.
 *
 * @param endpoint Where the handler is mounted.
 * @param path Path below it.
 * @param body JSON, sent by `POST`; without it the request is a `GET`.
 * @param signal Aborts the request.
 * @throws {BackendError} When there is no answer, or none that succeeded.
 */
export async function ask(
  endpoint: string,
  path: string,
  body: string | undefined,
  signal: AbortSignal,
): Promise<object> {
  let code = 'network';
  let details: object;
  try {
    const response = await fetch(`${endpoint.replace(/\/$/, '')}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body && { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    });
    code = 'bad_answer';
    details = await response.json();
    if (response.ok) return details;
  } catch (cause) {
    details = { cause };
  }
  throw new BackendError(code, details);
}
