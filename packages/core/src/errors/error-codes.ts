/** One row of the table of error codes: when it is returned. */
export interface ErrorCode {
  /** HTTP status of the response. */
  readonly status: number;
  /** When this code is returned, for the reference. */
  readonly when: string;
}

function code(status: number, when: string): ErrorCode {
  return { status, when };
}

/** Every value of `error` that the gateway returns: HTTP status × 100 + a number. Stable. */
export const ERROR_CODES = {
  40001: code(400, 'The body is not valid JSON in UTF-8.'),
  40002: code(
    400,
    'A field of the body is missing, of the wrong type or out of bounds; the message names it.',
  ),
  40003: code(400, 'A query parameter is given twice or is out of bounds; the message names it.'),
  40004: code(400, 'The Idempotency-Key is empty, longer than 255 characters or not printable ASCII.'),
  40005: code(400, 'The request is not valid HTTP.'),
  40101: code(401, 'The x-api-key header is missing.'),
  40102: code(401, 'The API key is unknown or revoked.'),
  40103: code(401, 'The x-body-signature header is missing.'),
  40104: code(401, "Invalid signature. Sign the exact request bytes with this key's secret."),
  40105: code(401, 'The x-platform-id header is missing.'),
  40106: code(401, 'The platform does not belong to this key.'),
  40302: code(403, 'The merchant may not collect payments itself, or not in this currency.'),
  40401: code(404, 'Unknown endpoint. See /openapi.json and the reference.'),
  40402: code(404, 'This key has no order with that identifier.'),
  40403: code(404, 'This key has no transaction with that identifier.'),
  40404: code(404, 'This key has no statement with that identifier.'),
  40501: code(405, 'The endpoint does not support this method; see the Allow header.'),
  40801: code(408, 'The request did not arrive in time.'),
  40901: code(409, 'A request with this Idempotency-Key is still in flight; repeat it after Retry-After.'),
  40902: code(409, 'The order is already settled.'),
  40903: code(409, 'Too little is left for this amount: of the chosen portfolio, or of all that is on sale.'),
  40904: code(409, 'The price has changed: the order would not cost `expected_price`.'),
  40905: code(
    409,
    'All unpaid orders together would hold more credits than allowed; fewer may be held later.',
  ),
  40906: code(409, 'The order is not completed, so there is nothing to refund.'),
  40907: code(409, 'The refund is larger than what is left of the order, or nothing is left.'),
  40908: code(409, 'The order has 100 refunds already: refund what is left.'),
  40911: code(409, "The order exceeds the merchant's limit on unpaid statements."),
  40912: code(409, 'The chosen portfolio is no longer on offer.'),
  40913: code(409, 'The order is larger than one order may be: `emission_amount`.'),
  41301: code(413, 'The body is larger than 1 MiB.'),
  41501: code(415, 'The Content-Type is not application/json, or the body is compressed.'),
  42201: code(422, 'A flight cannot be estimated; `flights` names each one and why.'),
  42202: code(422, 'This Idempotency-Key was used with another body, or for another order or endpoint.'),
  42901: code(429, 'Too many requests with this key; repeat after Retry-After.'),
  43101: code(431, 'The headers are larger than 16 KiB.'),
  50001: code(
    500,
    'Internal error of the gateway. Retry an order with the same Idempotency-Key; quote x-request-id when you report it.',
  ),
  50301: code(503, 'The gateway is stopping or its database is unavailable; repeat after Retry-After.'),
  50302: code(503, 'Too many PDFs are being made at once; repeat after Retry-After.'),
} as const satisfies Record<number, ErrorCode>;

/** A value of `error` that the gateway returns. */
export type ErrorCodeNumber = keyof typeof ERROR_CODES;
