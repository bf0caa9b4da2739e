import type { CheckoutErrorBody } from '@flight-offset/core';

/** Why the merchant's backend gave no usable answer. */
export class BackendError extends Error {
  /** A code of the backend's, or `network`, `bad_answer` or `payment_url_refused`. */
  declare readonly code: string;
  /** Id to quote when asking the merchant about it. */
  declare readonly requestId: string | undefined;

  /** @param answer What the backend said of it: its own code and message stand before `code`. */
  constructor(code: string, answer?: Partial<CheckoutErrorBody>) {
    super(code);
    Object.assign(this, { code }, answer);
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
 * @throws {BackendError} When there is no answer, or none that succeeded.
 */
export async function ask(
  endpoint: string,
  path: string,
  body?: string,
  ...signals: AbortSignal[]
): Promise<object> {
  let error = new BackendError('network');
  try {
    const answer = await fetch(`${endpoint.replace(/\/$/, '')}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      body: body ?? null,
      signal: AbortSignal.any([...signals, AbortSignal.timeout(PATIENCE)]),
    });
    error = new BackendError('bad_answer');
    const data = await answer.json();
    if (answer.ok) return data;
    error = new BackendError(error.code, data);
  } catch (cause) {
    error.cause = cause;
  }
  throw error;
}
