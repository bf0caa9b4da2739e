import {
  CHECKOUT_ERRORS,
  type CheckoutErrorInfo,
  ERROR_CODES,
  FLIGHT_PROBLEM_CODES,
  unavailableCodeSchema,
} from '@flight-offset/core';
import { table } from './schema-table.ts';

/** Reasons of a quote that is `unavailable`: those of a flight, and two more. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  ...FLIGHT_PROBLEM_CODES,
  no_estimate: 'The service returned no estimate, for a reason that is not one of the above.',
  no_figure_for_cabin: 'The service has no figure for a requested cabin of this flight.',
};

/** The reference of every error, made from the tables that define them. */
export function errorsPage(): string {
  return [
    '# Errors',
    'A failure of the gateway is `{"error": 40002, "message": "…"}`. The number is stable: HTTP status × 100 and a counter. The message names the field and says what to do; its wording may change.',
    table(
      ['`error`', 'Status', 'When'],
      Object.entries(ERROR_CODES).map(([code, { status, when }]) => [code, String(status), when]),
    ),
    '## Flights that cannot be estimated',
    'Error 42201 lists each such flight in `flights`, with `index`, `field` and one of these codes. A quote of your backend has the same codes in `reasons`, and two of its own.',
    table(
      ['`code`', 'When'],
      unavailableCodeSchema.options.map((code) => [`\`${code}\``, UNAVAILABLE[code] ?? '']),
    ),
    '## From your own backend to the page',
    'The handler returns `{"code": "…", "message": "…", "requestId": "…"}` to the page, with `field` where a parameter is invalid. Messages of the service are never passed on.',
    table(
      ['`code`', 'Status', 'When'],
      Object.entries<CheckoutErrorInfo>(CHECKOUT_ERRORS).map(
        ([code, { status, otherStatuses = [], when }]) => [
          `\`${code}\``,
          [status, ...otherStatuses].join(', '),
          when,
        ],
      ),
    ),
    '## In the client',
    'Everything that `OffsetClient` throws is an `OffsetError` with `code`, `retryable` and `mayHaveTakenEffect` (whether the service may have carried out the call although it failed), and where they are known `status` and `requestId`.',
    table(
      ['Class', 'When'],
      [
        [
          '`OffsetApiError`',
          'The service refused; carries the integer as `error`, and `flights` where some cannot be estimated.',
        ],
        ['`OffsetConnectionError`', 'The service is unreachable, or the connection broke.'],
        ['`OffsetTimeoutError`', 'No response within the time limit of the call.'],
        ['`ValidationError`', 'Invalid argument; nothing was sent. `field` names it.'],
        ['`WebhookError`', 'Webhook signature verification failed.'],
      ],
    ),
  ].join('\n\n');
}
