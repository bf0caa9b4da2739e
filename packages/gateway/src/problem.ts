import { ERROR_CODES, type ErrorCodeNumber, type RejectedFlight } from '@flight-offset/core';
import { sentence } from './sentence.ts';

/**
 * Error of a request. The message is a whole sentence or several: it names the field at fault and the next step, and
 * goes to the caller unchanged. The constructor turns a shorter text, such as a `ValidationError`'s, into a sentence.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** A value of the table of error codes. */
  readonly code: ErrorCodeNumber;
  /** Further headers of the response, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each flight at fault, if flights are. */
  readonly flights: readonly RejectedFlight[] | undefined;

  constructor(
    code: ErrorCodeNumber,
    message: string,
    more: { headers?: Record<string, string>; flights?: readonly RejectedFlight[] } = {},
  ) {
    super(sentence(message));
    this.code = code;
    this.headers = more.headers ?? {};
    this.flights = more.flights;
  }

  /** HTTP status of the response. */
  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}
