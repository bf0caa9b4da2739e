import { type CheckoutError, ValidationError } from '@flight-offset/core';
import {
  OffsetApiError,
  OffsetConnectionError,
  OffsetError,
  OffsetTimeoutError,
} from '@flight-offset/core/server';

/** What went wrong, for programs: the codes of the wire. */
export type CheckoutCode = CheckoutError['code'];

/** What a problem may say besides its code and message. */
export interface ProblemDetails {
  /** Field of the request at fault. */
  readonly field?: string | undefined;
  /** After how many seconds a repeat is worth it. */
  readonly retryAfterSeconds?: number | undefined;
  /** Methods which the endpoint takes, for the `Allow` header of a 405. */
  readonly allow?: string | undefined;
  readonly cause?: unknown;
}

const STATUS: Record<CheckoutCode, number> = {
  bad_request: 400,
  quote_invalid: 400,
  forbidden: 403,
  not_found: 404,
  quote_used: 409,
  price_changed: 409,
  limit_reached: 409,
  settlement_refused: 403,
  settlement_unavailable: 501,
  quote_expired: 410,
  too_many_requests: 429,
  internal: 500,
  service_unavailable: 503,
};

/**
 * Why a quote, an order or a status could not be given. The message is written for the page: it says what to do
 * next, and never repeats what the service answered. `status` is the HTTP status of the handler's answer.
 */
export class CheckoutProblem extends OffsetError {
  override readonly name = 'CheckoutProblem';
  declare readonly code: CheckoutCode;
  declare readonly status: number;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;

  constructor(code: CheckoutCode, message: string, details: ProblemDetails & { status?: number } = {}) {
    super(code, message, {
      status: details.status ?? STATUS[code],
      retryable: code === 'service_unavailable' || code === 'too_many_requests',
      cause: details.cause,
    });
    this.field = details.field;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.allow = details.allow;
  }
}

/** Any failure as a problem which may be shown: words of this package only, the failure itself as `cause`. */
export function toProblem(error: unknown): CheckoutProblem {
  if (error instanceof CheckoutProblem) return error;
  if (error instanceof ValidationError) {
    return new CheckoutProblem('bad_request', error.message, { field: error.field, cause: error });
  }
  if (error instanceof OffsetTimeoutError) {
    return unavailable(
      'The emissions service took too long to answer. Nothing was charged; try again.',
      504,
      error,
    );
  }
  if (error instanceof OffsetConnectionError) {
    return unavailable(
      'The emissions service cannot be reached. Nothing was charged; try again.',
      503,
      error,
    );
  }
  if (error instanceof OffsetApiError && error.status === 429) {
    return unavailable('The emissions service is busy. Nothing was charged; try again shortly.', 503, error);
  }
  if (error instanceof OffsetApiError && error.status === 409) {
    // Sold out, or more is pending than the service allows: no quote or token of this page changes that.
    return unavailable(
      'No order can be taken at the moment. Nothing was charged; try again later.',
      503,
      error,
    );
  }
  if (error instanceof OffsetError) {
    return unavailable(
      'The emissions service gave no usable answer. Nothing was charged; try again.',
      502,
      error,
    );
  }
  return new CheckoutProblem('internal', 'Something went wrong here. Nothing was charged; try again.', {
    cause: error,
  });
}

function unavailable(message: string, status: number, cause: unknown): CheckoutProblem {
  return new CheckoutProblem('service_unavailable', message, { status, retryAfterSeconds: 5, cause });
}
