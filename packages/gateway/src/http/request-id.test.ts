import assert from 'node:assert/strict';
import { it } from 'node:test';
import { requestId } from './request-id.ts';

const of = (given: string): string => requestId(new Headers({ 'x-request-id': given }));

it('keeps a harmless request ID of the caller, and replaces any other', () => {
  for (const given of ['a', 'Az09._-', 'x'.repeat(128)]) assert.equal(of(given), given);
  for (const given of ['', 'a b', '{"a":1}', 'é', '<b>', 'x'.repeat(129)])
    assert.match(of(given), /^[\da-f-]{36}$/);
  assert.match(requestId(new Headers()), /^[\da-f-]{36}$/);
});
