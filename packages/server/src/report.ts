import {
  KeyError,
  OffsetApiError,
  OffsetConnectionError,
  OffsetResponseError,
  OffsetTimeoutError,
  WebhookError,
} from '@flight-offset/core/server';
import type { ErrorContext } from './options.ts';

/** Longest cause that is printed. */
const MAX_CAUSE_LENGTH = 300;

/**
 * Prints a failure where the merchant has no `onError`: one line on stderr with the operation, the cause and what to
 * do. Messages of the service are left out, as they may repeat personal data; `onError` receives them.
 */
export function reportToStderr(error: unknown, { operation, requestId }: ErrorContext): void {
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  const cause = causeOf(error).replace(/\s+/g, ' ').slice(0, MAX_CAUSE_LENGTH).replace(/\.$/, '');
  console.error(`flight-offset: ${operation} failed${request}: ${cause}. ${nextStepOf(error)}`);
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

function nextStepOf(error: unknown): string {
  if (error instanceof OffsetApiError) return nextStepAfter(error.status);
  if (error instanceof OffsetConnectionError)
    return 'Check service.baseUrl, and that this server can reach the service.';
  if (error instanceof OffsetTimeoutError)
    return 'Check the service; its time limits here are service.timeoutMs and service.attemptTimeoutMs.';
  if (error instanceof OffsetResponseError)
    return 'Check that service.baseUrl is the URL of the service, not of a web page or a proxy.';
  if (error instanceof WebhookError) return 'Check webhookSecrets and the clock of this server.';
  if (error instanceof KeyError) return 'Check service.signingKey and webhookSecrets.';
  return 'Set the option onError to receive the error with its stack.';
}

function nextStepAfter(status: number): string {
  if (status === 401 || status === 403)
    return 'Check service.apiKey, service.signingKey and service.platformId.';
  if (status === 429) return 'Set rateLimit, or raise the limit of this API key at the service.';
  if (status >= 500) return 'Report the x-request-id to the operator of the service.';
  return 'Set the option onError to receive the message of the service.';
}
