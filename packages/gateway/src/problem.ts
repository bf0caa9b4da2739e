import { ERROR_CODES, type ErrorCodeNumber, type RejectedFlight } from '@flight-offset/core';

/** A request failed. The message names the next step and goes to the caller as it is. */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** A value of the table of error codes. */
  readonly code: ErrorCodeNumber;
  /** Further headers of the response, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each flight at fault, where flights are. */
  readonly flights: readonly RejectedFlight[] | undefined;

  constructor(
    code: ErrorCodeNumber,
    message: string,
    more: { headers?: Record<string, string>; flights?: readonly RejectedFlight[] } = {},
  ) {
    super(message);
    this.code = code;
    this.headers = more.headers ?? {};
    this.flights = more.flights;
  }

  /** HTTP status of the response. */
  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}
