/** Codes that programs read: one spelling everywhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FLIGHT_PROBLEM_CODES,
  flightProblemCodeSchema,
  isFlightProblemCode,
} from '../flights/flight-problem.ts';
import { checkoutErrorBodySchema } from './checkout.ts';
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

test('a code of another spelling is not one of ours', () => {
  assert.ok(isFlightProblemCode('unknown_airport'));
  for (const text of ['unknown-airport', 'UNKNOWN_AIRPORT', 'toString', ''])
    assert.ok(!isFlightProblemCode(text));
});
