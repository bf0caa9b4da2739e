import assert from 'node:assert/strict';
import test from 'node:test';
import { readyQuoteSchema } from './quote.ts';

test('accepts the lifetime of a quote in whole seconds, for pages whose clock is wrong', () => {
  const field = readyQuoteSchema.shape.expiresInSeconds;
  for (const value of [undefined, 0, 1799]) assert.equal(field.safeParse(value).success, true);
  for (const value of [-1, 0.5, '60', null]) assert.equal(field.safeParse(value).success, false);
});
