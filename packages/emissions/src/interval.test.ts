import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mixtureQuantile, spreadOf } from './interval.ts';

test('one member: the percentiles of the log-normal distribution', () => {
  const one = [{ value: 100, spread: 0.1, share: 1 }];
  assert.ok(Math.abs(mixtureQuantile(one, 0.5) - 100) < 0.1);
  assert.ok(Math.abs(Math.log(mixtureQuantile(one, 0.9) / 100) - 0.1 * 1.2816) < 0.003);
  assert.ok(Math.abs(Math.log(mixtureQuantile(one, 0.1) / 100) + 0.1 * 1.2816) < 0.003);
});

test('no spread: the value itself', () => {
  const one = [{ value: 100, spread: 0, share: 1 }];
  assert.ok(Math.abs(mixtureQuantile(one, 0.1) - 100) < 0.1);
});

test('two members far apart: the percentile is of the one that reaches it', () => {
  const two = [
    { value: 100, spread: 0.01, share: 0.7 },
    { value: 300, spread: 0.01, share: 0.3 },
  ];
  assert.ok(mixtureQuantile(two, 0.5) < 105);
  assert.ok(mixtureQuantile(two, 0.9) > 290);
});

test('what the caller gives is not in doubt, medians are most', () => {
  const given = spreadOf('caller', 'caller', 'caller', 'wide');
  const known = spreadOf('high', 'carrier, US filings', 'carrier and body', 'wide');
  const guessed = spreadOf('type median', 'default', 'distance band and body', 'wide');
  assert.ok(given < 0.01 && given < known && known < guessed);
});
