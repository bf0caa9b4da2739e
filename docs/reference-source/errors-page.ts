import {
  CHECKOUT_ERRORS,
  type CheckoutErrorInfo,
  ERROR_CODES,
  FLIGHT_PROBLEM_CODES,
  unavailableCodeSchema,
} from '@flight-offset/core';
import type { FlightWarningCode } from '@flight-offset/emissions';
import { table } from './schema-table.ts';

/** Reasons of a quote that is `unavailable`: those of a flight, and two more. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  ...FLIGHT_PROBLEM_CODES,
  no_estimate: 'The service returned no estimate, for a reason that is not one of the above.',
  no_figure_for_cabin: 'The service has no figure for a requested cabin of this flight.',
};

/** Warnings of the engine. A code missing on either side does not compile. */
const WARNINGS: Readonly<Record<FlightWarningCode, string>> = {
  aircraft_not_supported:
    'No fuel data exists for the `aircraft` type of the flight: it is estimated as if the field were not given.',
  beyond_fuel_table:
    'The flight is longer than the fuel data of its likeliest aircraft type: the fuel is extrapolated. Check `aircraft`, or send the legs to and from a stop as flights of their own.',
  carrier_ceased:
    'The carrier flew for the last time before the departure: the flight is estimated with the fleet it had. Check the operating carrier.',
  date_far_from_data:
    'The departure is years before or after the data: fleet, seats and load factor are those of the data.',
  longer_than_nonstop:
    'No aircraft flies this distance nonstop. Send the legs to and from the stop as flights of their own.',
  shorter_than_great_circle:
    'The field `distanceKm` is less than the great circle between the airports, so it may be in miles: it is used as it is.',
};

/** Generates the reference of every error, from the tables that define them. */
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
    '## Warnings of estimates',
    'A flight can have a figure that is less certain than its interval suggests. `POST /api/estimates` lists the reasons in `warnings`, with `code`, `field` and `message`. `POST /api/calculate` returns the same figures without warnings.',
    table(
      ['`code`', 'When'],
      Object.entries(WARNINGS).map(([code, when]) => [`\`${code}\``, when]),
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
    'In `offset-error`, the elements add three codes of their own: `network` where no response arrives within 20 seconds, `invalid_response` where it is not JSON or lacks what is shown, and `payment_url_refused` where `paymentUrl` is not https, except on your own machine, or its origin is not in `paymentOrigins` of the quote.',
    '## In the client',
    'Everything that `OffsetClient` throws is an `OffsetError` with `code`, `retryable` and `mayHaveTakenEffect` (whether the service may have carried out the call although it failed), and where they are known `status` and `requestId`. Two things pass through as they are: the reason of your own `signal`, also where the call had been sent, and what a signing function or a hook of yours throws.',
    table(
      ['Class', 'When'],
      [
        [
          '`OffsetApiError`',
          'The service refused; carries the integer as `error`, and `flights` where some cannot be estimated.',
        ],
        ['`OffsetConnectionError`', 'The service is unreachable, or the connection broke.'],
        ['`OffsetTimeoutError`', 'No response within the time limit of the call.'],
        [
          '`OffsetResponseError`',
          'The response does not conform to the interface, for example because it is the page of a proxy.',
        ],
        [
          '`KeyError`',
          '`signingKey` cannot sign, for example because it is a private key in another format; nothing was sent.',
        ],
        ['`ValidationError`', 'Invalid argument; nothing was sent. `field` names it.'],
        ['`WebhookError`', 'Webhook signature verification failed.'],
      ],
    ),
  ].join('\n\n');
}
