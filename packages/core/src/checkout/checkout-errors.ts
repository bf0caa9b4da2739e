/** One row of the table of codes that a merchant's handler returns to pages. */
export interface CheckoutErrorInfo {
  /** HTTP status of the response, unless it is one of `otherStatuses`. */
  readonly status: number;
  /** Statuses that name the cause more closely. */
  readonly otherStatuses?: readonly number[];
  /** When this code is returned, for the reference. */
  readonly when: string;
}

/** Every `code` that a merchant's handler returns to pages and to the merchant's other backends. Stable. */
export const CHECKOUT_ERRORS = {
  bad_request: {
    status: 400,
    otherStatuses: [405, 408, 413, 415],
    when: 'Invalid request. `field` names the invalid parameter.',
  },
  quote_expired: {
    status: 410,
    when: 'The quote has expired, its price or traveller has changed, or its order failed. Request a new quote.',
  },
  quote_invalid: { status: 400, when: 'The token was not issued by this backend.' },
  quote_used: {
    status: 409,
    when: 'The order of the quote is paid, or belongs to another booking. Request a new quote.',
  },
  price_changed: {
    status: 409,
    when: 'The price has changed since the traveller saw it. Nothing was bought: return the amount or offer a new quote.',
  },
  sold_out: {
    status: 409,
    when: 'Less than this is left of what the traveller chose. Nothing was bought: request a new quote, which marks what is sold out.',
  },
  settlement_unavailable: {
    status: 501,
    when: 'The service does not settle orders with the booking, or not for this merchant. Use `checkout="redirect"`.',
  },
  settlement_refused: {
    status: 403,
    when: 'The operator does not permit this merchant to collect payments in this currency.',
  },
  limit_reached: {
    status: 409,
    when: "Nothing was bought: the merchant's limit on unpaid statements is reached. Pay a statement, or ask the operator to raise the limit.",
  },
  not_found: { status: 404, when: 'Unknown order or endpoint.' },
  forbidden: {
    status: 403,
    when: 'The origin of the page is not allowed: add it to the `origins` option. In the back office: `authorize` did not approve the request. For bookings: `backendKey` is missing or wrong.',
  },
  too_many_requests: { status: 429, when: 'Rate limit exceeded. Repeat the request after `Retry-After`.' },
  service_unavailable: {
    status: 503,
    otherStatuses: [502, 504],
    when: 'The service is unavailable: try again. A failed quote or order charged nothing; whether a booking took effect is unknown.',
  },
  internal: {
    status: 500,
    when: 'Internal error of the backend: quote `requestId` to its operator.',
  },
} as const satisfies Record<string, CheckoutErrorInfo>;

/** A `code` that a merchant's handler returns. */
export type CheckoutErrorCode = keyof typeof CHECKOUT_ERRORS;
