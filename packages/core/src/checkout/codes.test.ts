/** Codes that programs read: one spelling everywhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FLIGHT_PROBLEM_CODES,
  flightProblemCodeSchema,
  isFlightProblemCode,
} from '../flights/flight-problem.ts';
import { checkoutErrorBodySchema } from './checkout.ts';
import { CHECKOUT_ERRORS, type CheckoutErrorInfo } from './checkout-errors.ts';
import { unavailableQuoteSchema } from './quote.ts';

const CODES: Readonly<Record<string, readonly string[]>> = {
  'flight problems': Object.keys(FLIGHT_PROBLEM_CODES),
  'schema of flight problems': flightProblemCodeSchema.options,
  'reasons of an unavailable quote': unavailableQuoteSchema.shape.reasons.element.shape.code.options,
  'checkout errors': checkoutErrorBodySchema.shape.code.options,
};

for (const [name, codes] of Object.entries(CODES)) {
  test(`${name} are in snake_case`, () => {
    assert.ok(codes.length > 1);
    for (const code of codes) assert.match(code, /^[a-z]+(_[a-z]+)*$/);
  });
}

test('a code in another spelling is unknown', () => {
  assert.ok(isFlightProblemCode('unknown_airport'));
  for (const text of ['unknown-airport', 'UNKNOWN_AIRPORT', 'toString', ''])
    assert.ok(!isFlightProblemCode(text));
});

test('each checkout error keeps its status', () => {
  const statuses = Object.entries<CheckoutErrorInfo>(CHECKOUT_ERRORS).map(
    ([code, { status, otherStatuses = [] }]) => [status, code, ...otherStatuses].join(' '),
  );
  assert.deepEqual(statuses, [
    '400 bad_request 405 408 413 415',
    '410 quote_expired',
    '400 quote_invalid',
    '409 quote_used',
    '409 price_changed',
    '409 sold_out',
    '501 settlement_unavailable',
    '403 settlement_refused',
    '409 limit_reached',
    '404 not_found',
    '403 forbidden',
    '429 too_many_requests',
    '503 service_unavailable 502 504',
    '500 internal',
  ]);
});
