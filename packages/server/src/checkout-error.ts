import { CHECKOUT_ERRORS, type CheckoutErrorCode, ValidationError } from '@flight-offset/core';
import {
  OffsetApiError,
  OffsetConnectionError,
  OffsetError,
  OffsetTimeoutError,
} from '@flight-offset/core/server';

export type { CheckoutErrorCode };

/** Details of an error besides its code and message. */
export interface CheckoutErrorDetails {
  /** Invalid field of the request. */
  readonly field?: string | undefined;
  /** After how many seconds to try again. */
  readonly retryAfterSeconds?: number | undefined;
  /** Methods that the endpoint takes, for the `Allow` header of a 405. */
  readonly allow?: string | undefined;
  /** The original error, for a log; no response holds it. */
  readonly cause?: unknown;
}

/**
 * A quote, an order or a status could not be returned. The message is written for the page: it states what to do next
 * and never repeats a message of the service. `status` is the HTTP status of the handler's response.
 * @example
 * if (error instanceof CheckoutError) return Response.json({ message: error.message }, { status: error.status });
 */
export class CheckoutError extends OffsetError {
  override readonly name = 'CheckoutError';
  declare readonly code: CheckoutErrorCode;
  /** HTTP status of the response. Default: that of the code. */
  declare readonly status: number;
  /** Invalid field of the request, such as `flights[0].origin`. */
  readonly field: string | undefined;
  /** Seconds to wait before trying again; undefined if unknown or if that cannot help. */
  readonly retryAfterSeconds: number | undefined;
  /** Methods that the endpoint takes, if the status is 405. */
  readonly allow: string | undefined;

  constructor(
    code: CheckoutErrorCode,
    message: string,
    details: CheckoutErrorDetails & { status?: number } = {},
  ) {
    super(code, message, {
      status: details.status ?? CHECKOUT_ERRORS[code].status,
      retryable: code === 'service_unavailable' || code === 'too_many_requests',
      cause: details.cause,
    });
    this.field = details.field;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.allow = details.allow;
  }
}

/** What to do next if no payment can have been made yet; never used for an order that may be paid. */
export const NOT_CHARGED = 'Nothing was charged; try again';

/**
 * Converts any failure to an error for the page: messages of this package only, the failure itself as `cause`.
 * @param next what to do next, without a full stop.
 */
export function toCheckoutError(error: unknown, next = 'Try again'): CheckoutError {
  if (error instanceof CheckoutError) return error;
  if (error instanceof ValidationError) {
    return new CheckoutError('bad_request', error.message, { field: error.field, cause: error });
  }
  if (error instanceof OffsetTimeoutError) {
    return unavailable(`The service took too long to respond. ${next}.`, 504, error);
  }
  if (error instanceof OffsetConnectionError) {
    return unavailable(`The service is unreachable. ${next}.`, 503, error);
  }
  if (error instanceof OffsetApiError && (error.status === 429 || error.status === 503)) {
    return unavailable(`The service is busy. ${next} shortly.`, 503, error, error.retryAfterMs);
  }
  if (error instanceof OffsetApiError && error.status === 409) {
    // Such as for a paid booking while more is pending than the service allows.
    return unavailable(`The service cannot do this at the moment. ${next} later.`, 503, error);
  }
  if (error instanceof OffsetError) {
    return unavailable(`The service returned an invalid response. ${next}.`, 502, error);
  }
  return new CheckoutError('internal', `Something went wrong here. ${next}.`, { cause: error });
}

function unavailable(message: string, status: number, cause: unknown, waitMs = 5000): CheckoutError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new CheckoutError('service_unavailable', message, { status, retryAfterSeconds, cause });
}
