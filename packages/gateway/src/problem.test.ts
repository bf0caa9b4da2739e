import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERROR_CODES, type ErrorCodeNumber, ValidationError } from '@flight-offset/core';
import { Problem } from './problem.ts';

const texts: readonly [given: string, message: string][] = [
  ['There is no such order. Check the key.', 'There is no such order. Check the key.'],
  ['there is no such order', 'There is no such order.'],
  [new ValidationError('user.email', 'is required').message, 'user.email: is required.'],
  ['currency: SEK has no price list', 'currency: SEK has no price list.'],
  ['emission_amount is more than is left', 'emission_amount is more than is left.'],
  ['flights[0].origin: no airport: QQQ; and 2 more', 'flights[0].origin: no airport: QQQ; and 2 more.'],
  ['x-body-signature is missing', 'x-body-signature is missing.'],
];

describe('the message of a problem is a sentence, and a field that begins it keeps its name', () => {
  for (const [given, message] of texts)
    it(given, () => assert.equal(new Problem(40002, given).message, message));
});

it('the description of each error code in the reference is a sentence', () => {
  for (const code of Object.keys(ERROR_CODES).map(Number)) {
    assert.match(ERROR_CODES[code as ErrorCodeNumber].when, /^[A-Z].*\.$/, String(code));
  }
});
