import {
  checkoutErrorBodySchema,
  ERROR_CODES,
  FLIGHT_PROBLEM_CODES,
  unavailableCodeSchema,
} from '@flight-offset/core';
import { table } from './schema-table.ts';

/** When each code is returned; a test requires an entry for every code of the schema. */
const CHECKOUT: Readonly<Record<string, string>> = {
  bad_request: 'Invalid request. `field` names the invalid parameter.',
  quote_expired: 'The quote has expired, or its price has changed. Request a new quote.',
  quote_invalid: 'The token was not issued by this backend.',
  quote_used: 'The quote was already used for an order that is paid or being paid. Request a new quote.',
  price_changed:
    'The price has changed since the traveller saw it. Nothing was bought: return the amount or offer a new quote.',
  sold_out:
    'Less than this is left of what the traveller chose. Nothing was charged: request a new quote, which marks what is sold out.',
  settlement_unavailable: 'The service cannot settle orders with the booking. Use `checkout="redirect"`.',
  settlement_refused: 'The operator does not permit this merchant to collect payments in this currency.',
  limit_reached:
    "Nothing was bought: the merchant's limit on unpaid statements is reached. Pay a statement, or ask the operator to raise the limit.",
  not_found: 'Unknown order or endpoint.',
  forbidden: 'The origin of the page is not allowed. Add it to the `origins` option.',
  too_many_requests: 'Rate limit exceeded. Repeat the request after `Retry-After`.',
  service_unavailable: 'The service is unavailable. Nothing was charged; try again.',
  internal: 'Internal error of the backend. Nothing was charged; quote `requestId` to its operator.',
};

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
    'A failure of the gateway is `{"error": 40002, "message": "…"}`. The number is stable: HTTP status × 100 and a counter. The message names the field and says what to do; it may change its words.',
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
      ['`code`', 'When'],
      checkoutErrorBodySchema.shape.code.options.map((code) => [`\`${code}\``, CHECKOUT[code] ?? '']),
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
