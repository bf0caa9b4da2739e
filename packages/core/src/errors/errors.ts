import type { ReceivedFlightRejection } from './error-body.ts';
import { isMissingObject } from './missing-object.ts';

/** Details of an error besides its code and message. */
export interface OffsetErrorDetails {
  /** HTTP status, if a response was received. */
  readonly status?: number | undefined;
  /** `x-request-id` of the response, for a report to the service. */
  readonly requestId?: string | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable?: boolean;
  /** Whether the service may have carried out the call although it failed. */
  readonly mayHaveTakenEffect?: boolean | undefined;
  readonly cause?: unknown;
}

/**
 * Root of every error of this package. Messages hold no secret and no body.
 * @example
 * if (error instanceof OffsetError && error.retryable) retryLater();
 */
export class OffsetError extends Error {
  override readonly name: string = 'OffsetError';
  /** Stable code, for programs. */
  readonly code: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  /**
   * Whether the service may have carried out the failed call, at this attempt or an earlier one: there was no response,
   * or one that leaves this open. Look up the order of such a create; do not send it again.
   */
  readonly mayHaveTakenEffect: boolean;

  constructor(code: string, message: string, details: OffsetErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryable = details.retryable ?? false;
    this.mayHaveTakenEffect = details.mayHaveTakenEffect ?? false;
  }
}

/** Statuses of an endpoint that a service does not have. */
const NO_ENDPOINT: readonly number[] = [404, 405, 501];

/**
 * The service returned a status outside 2xx.
 * @example
 * if (error instanceof OffsetApiError && error.status === 429) await sleep(error.retryAfterMs ?? 1000);
 */
export class OffsetApiError extends OffsetError {
  override readonly name = 'OffsetApiError';
  override readonly status: number;
  /** The service's own code: the `error` integer of the body; undefined if the body was no Error object. */
  readonly error: number | undefined;
  /** How long to wait, milliseconds, from `Retry-After`; undefined without it. */
  readonly retryAfterMs: number | undefined;
  /** Each flight that cannot be estimated, and why; empty if the response names none. */
  readonly flights: readonly ReceivedFlightRejection[];

  constructor(
    status: number,
    message: string,
    details: OffsetErrorDetails & {
      error?: number | undefined;
      flights?: readonly ReceivedFlightRejection[] | undefined;
      retryAfterMs?: number | undefined;
    },
  ) {
    super('api_error', message, {
      ...details,
      status,
      mayHaveTakenEffect: details.mayHaveTakenEffect ?? !isRefusal(status),
    });
    this.status = status;
    this.error = details.error;
    this.flights = details.flights ?? [];
    this.retryAfterMs = details.retryAfterMs;
  }

  /**
   * Whether the service does not have the endpoint, such as an extension of the interface. False if it has the endpoint
   * but not the order or the statement. Also false if an earlier attempt may have been carried out: then the service
   * has the endpoint, and a proxy responded to this attempt.
   */
  get isUnknownEndpoint(): boolean {
    return NO_ENDPOINT.includes(this.status) && !isMissingObject(this.error) && !this.mayHaveTakenEffect;
  }
}

/** Whether a status means that the call was not carried out. */
function isRefusal(status: number): boolean {
  return (status >= 400 && status < 500 && status !== 408) || status === 501;
}

/**
 * No response: the service is unreachable, or the connection broke.
 * @example
 * if (error instanceof OffsetConnectionError) await queue.add(order);
 */
export class OffsetConnectionError extends OffsetError {
  override readonly name = 'OffsetConnectionError';

  constructor(message: string, details: OffsetErrorDetails = {}) {
    super('connection_error', message, { retryable: true, mayHaveTakenEffect: true, ...details });
  }
}

/**
 * No response within the time limit.
 * @example
 * if (error instanceof OffsetTimeoutError && error.mayHaveTakenEffect) await findOrder();
 */
export class OffsetTimeoutError extends OffsetError {
  override readonly name = 'OffsetTimeoutError';

  constructor(message: string, details: OffsetErrorDetails = {}) {
    super('timeout', message, { retryable: true, mayHaveTakenEffect: true, ...details });
  }
}

/**
 * A success that does not conform to the interface, such as a proxy's page in place of JSON.
 * @example
 * if (error instanceof OffsetResponseError) log.error(error.message, error.requestId);
 */
export class OffsetResponseError extends OffsetError {
  override readonly name = 'OffsetResponseError';

  constructor(message: string, details: OffsetErrorDetails = {}) {
    super('unexpected_response', message, { mayHaveTakenEffect: true, ...details });
  }
}
