import { checkoutErrorSchema, ERROR_CODES } from '@flight-offset/core';
import { table } from './schema-table.ts';

/** When each is answered; a test asks for every code of the schema. */
const CHECKOUT: Readonly<Record<string, string>> = {
  bad_request: 'The request of the page is not sound; `field` says where.',
  quote_expired: 'The quote ran out. Ask for a new one.',
  quote_invalid: 'The token is not one of this backend.',
  quote_used: 'The quote has had its order. That one is paid or being paid; a new quote makes another.',
  not_found: 'This backend knows no such order or address.',
  forbidden: 'This page may not ask here.',
  too_many_requests: 'Wait for as long as `Retry-After` says.',
  service_unavailable: 'The service did not answer. Nothing was charged.',
  internal: 'Something went wrong here. Nothing was charged.',
};

/** The reference of every error, made from the tables which answer them. */
export function errorsPage(): string {
  return [
    '# Errors',
    'A failure of the gateway is `{"error": 40002, "message": "…"}`. The number is stable: HTTP status × 100 and a counter. The message names the field and says what to do; it may change its words.',
    table(
      ['`error`', 'Status', 'When'],
      Object.entries(ERROR_CODES).map(([code, { status, when }]) => [code, String(status), when]),
    ),
    '## From your own backend to the page',
    'The handler answers the page with `{"code": "…", "message": "…"}`, sometimes with `field`, always with `requestId`. Words of the service are never passed on.',
    table(
      ['`code`', 'When'],
      checkoutErrorSchema.shape.code.options.map((code) => [`\`${code}\``, CHECKOUT[code] ?? '']),
    ),
    '## In the client',
    'Everything that `OffsetClient` throws is an `OffsetError` with `code`, and where they are known `status`, `requestId` and `retryable`.',
    table(
      ['Class', 'When'],
      [
        [
          '`OffsetApiError`',
          'The service refused; carries the integer as `error`, and `flights` where some cannot be estimated.',
        ],
        ['`OffsetConnectionError`', 'The service was not reached, or its answer broke off.'],
        ['`OffsetTimeoutError`', 'No answer within the limit of the call.'],
        ['`ValidationError`', 'Your own argument is not sound; nothing was sent. `field` says where.'],
        ['`WebhookError`', 'A notification is not what its signature says.'],
      ],
    ),
  ].join('\n\n');
}
