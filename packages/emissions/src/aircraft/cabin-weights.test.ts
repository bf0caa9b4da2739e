import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gramsPerCabin } from './cabin-weights.ts';

test('each cabin is rounded to the nearest gram by itself, from the economy passenger before rounding', () => {
  assert.deepEqual(gramsPerCabin(100.3, 'wide'), {
    first: 502,
    business: 401,
    premiumEconomy: 150,
    economy: 100,
  });
  assert.deepEqual(gramsPerCabin(100.5, 'narrow'), {
    first: 151,
    business: 151,
    premiumEconomy: 101,
    economy: 101,
  });
  assert.deepEqual(gramsPerCabin(100.25, 'wide'), {
    first: 501,
    business: 401,
    premiumEconomy: 150,
    economy: 100,
  });
});
