import type { ErrorCodeNumber } from '@flight-offset/core';
import {
  KeyError,
  OffsetApiError,
  OffsetConnectionError,
  OffsetResponseError,
  OffsetTimeoutError,
  WebhookError,
} from '@flight-offset/core/server';
import { CheckoutError } from './checkout-error.ts';
import type { ErrorContext } from './options.ts';

/** Longest cause that is printed. */
const MAX_CAUSE_LENGTH = 300;

/** Operations whose failures reach no `onError`. */
const PRINTED_ONLY = new Set(['adapter', 'onError', 'sendResponse']);

/** Options to check after a refusal with status 401, by code. */
const REFUSED_SETTINGS: Readonly<Partial<Record<ErrorCodeNumber, string>>> = {
  40102: 'service.apiKey',
  40104: 'service.signingKey: the secret of this API key, without a line break',
  40106: 'service.platformId: one of the merchant of this API key',
};

/**
 * Prints a failure if the merchant has no `onError`: one line on stderr with the operation, the cause and what to do.
 * Messages of the service are left out, as they may repeat personal data; `onError` receives them.
 */
export function reportToStderr(error: unknown, { operation, requestId }: ErrorContext): void {
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  const cause = causeOf(error).replace(/\s+/g, ' ').slice(0, MAX_CAUSE_LENGTH).replace(/\.$/, '');
  console.error(
    `flight-offset: ${operation} failed${request}: ${cause}. ${nextStepOf(error, operation)}`.trim(),
  );
}

function causeOf(error: unknown): string {
  if (error instanceof OffsetApiError) {
    const code = error.error === undefined ? '' : `, error ${error.error}`;
    const id = error.requestId === undefined ? '' : `, x-request-id ${error.requestId}`;
    return `the service returned status ${error.status}${code}${id}`;
  }
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return `a ${typeof error} was thrown`;
}

function nextStepOf(error: unknown, operation: string): string {
  if (error instanceof OffsetApiError) return nextStepAfter(error);
  if (error instanceof OffsetConnectionError)
    return 'Check service.baseUrl, and that this server can reach the service.';
  if (error instanceof OffsetTimeoutError)
    return 'Check the service; its time limits here are service.timeoutMs and service.attemptTimeoutMs.';
  if (error instanceof OffsetResponseError)
    return 'Check that service.baseUrl is the URL of the service, not of a web page or a proxy.';
  if (error instanceof WebhookError) return 'Check webhookSecrets and the clock of this server.';
  if (error instanceof KeyError) return 'Check service.signingKey and webhookSecrets.';
  // The message of a CheckoutError states what to do.
  if (error instanceof CheckoutError || PRINTED_ONLY.has(operation)) return '';
  return 'Set the option onError to receive the error with its stack.';
}

function nextStepAfter({ status, error, requestId }: OffsetApiError): string {
  if (status === 401 || status === 403)
    return `Check ${REFUSED_SETTINGS[error as ErrorCodeNumber] ?? 'service.apiKey, service.signingKey and service.platformId'}.`;
  if (status < 400 || status === 404 || status === 405)
    return 'Check service.baseUrl and, if it is set, service.emissionsUrl: no endpoint of the service is there.';
  if (status === 429) return 'Set rateLimit, or raise the limit of this API key at the service.';
  if (status < 500) return 'Set the option onError to receive the message of the service.';
  if (requestId === undefined) return 'Check that the service runs behind service.baseUrl.';
  return 'Report the x-request-id to the operator of the service.';
}
