import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Body } from '../aircraft/aircraft.ts';
import type { CargoTier } from '../statistics/cargo.ts';
import type { LoadSource } from '../statistics/load-factor.ts';
import { loadGrade, mixtureQuantile, spreadOf } from './interval.ts';

test('one member: the percentiles of the log-normal distribution', () => {
  const one = [{ value: 100, spread: 0.1, share: 1 }];
  assert.ok(Math.abs(mixtureQuantile(one, 0.5) - 100) < 0.1);
  assert.ok(Math.abs(Math.log(mixtureQuantile(one, 0.9) / 100) - 0.1 * 1.2816) < 0.003);
  assert.ok(Math.abs(Math.log(mixtureQuantile(one, 0.1) / 100) + 0.1 * 1.2816) < 0.003);
});

test('without spread the percentile is the value itself', () => {
  const one = [{ value: 100, spread: 0, share: 1 }];
  assert.ok(Math.abs(mixtureQuantile(one, 0.1) - 100) < 0.1);
});

test('with two members far apart the percentile is that of the member that reaches it', () => {
  const two = [
    { value: 100, spread: 0.01, share: 0.7 },
    { value: 300, spread: 0.01, share: 0.3 },
  ];
  assert.ok(mixtureQuantile(two, 0.5) < 105);
  assert.ok(mixtureQuantile(two, 0.9) > 290);
});

test('values of the caller are the most certain, medians the least', () => {
  const given = spreadOf('caller', 'caller', 'caller', 'wide');
  const known = spreadOf('high', 'carrier, US filings', 'carrier and route', 'wide');
  const guessed = spreadOf('type median', 'default', 'distance band and body', 'wide');
  assert.ok(given < 0.01 && given < known && known < guessed);
});

test('each source has its spread', () => {
  const seats = { caller: 0, high: 0.035, medium: 0.05, low: 0.07, 'type median': 0.14 } as const;
  const loads = {
    caller: 0,
    'carrier, looked up': 0.02,
    'carrier, own reports': 0.028,
    'carrier, US filings': 0.035,
    default: 0.08,
  } as const;
  for (const [confidence, doubt] of Object.entries(seats))
    assert.equal(
      spreadOf(confidence as keyof typeof seats, 'caller', 'caller', 'wide'),
      Math.hypot(doubt, 0.004),
      confidence,
    );
  for (const [grade, doubt] of Object.entries(loads))
    assert.equal(
      spreadOf('caller', grade as keyof typeof loads, 'caller', 'wide'),
      Math.hypot(doubt, 0.004),
      grade,
    );
});

test('a published load factor has a smaller spread than a recalled one', () => {
  const recalled = { source: 'a', period: '2024', confidence: 'high' };
  const spread = (source: LoadSource): number =>
    spreadOf('caller', loadGrade('carrier, own reports', source), 'caller', 'wide');
  assert.ok(spread({ ...recalled, publisher: 'A' }) < spread(recalled));
});

test('cargo has the largest spread by route in a wide body, less by distance, least in a narrow body', () => {
  const spread = (...cargo: [CargoTier, Body]): number => spreadOf('caller', 'caller', ...cargo);
  const given = spread('caller', 'wide');
  const narrow = spread('carrier and route', 'narrow');
  const banded = spread('distance band and body', 'wide');
  const filed = spread('carrier and route', 'wide');
  assert.ok(given < narrow && narrow < banded && banded < filed, `${[given, narrow, banded, filed]}`);
});

test('the share of any mixture below a percentile is that percentile', () => {
  const member = fc.record({
    value: fc.double({ min: 1e3, max: 1e7, noNaN: true }),
    spread: fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 0.4, noNaN: true })),
    weight: fc.double({ min: 1e-4, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(member, { minLength: 1, maxLength: 12 }), fc.constantFrom(0.1, 0.9), (all, part) => {
      const total = all.reduce((sum, { weight }) => sum + weight, 0);
      const members = all.map(({ value, spread, weight }) => ({ value, spread, share: weight / total }));
      const found = mixtureQuantile(members, part);
      const below = (grams: number): number =>
        members.reduce((sum, { value, spread, share }) => {
          const deviations = (Math.log(value) - Math.log(grams)) / Math.max(spread, 1e-6);
          return sum + share / (1 + Math.exp(1.702 * deviations));
        }, 0);
      assert.ok(below(found * (1 - 2e-5)) <= part && below(found * (1 + 2e-5)) >= part);
    }),
    {
      numRuns: 1000,
      // Members without any spread, on whose flank Newton's steps are short far from the quantile.
      examples: [
        [
          [
            { value: 1000, spread: 0, weight: 0.0064835944501425245 },
            { value: 1000, spread: 0.001, weight: 0.019732960537811272 },
            { value: 9999999.99404987, spread: 0, weight: 0.0001 },
            { value: 183222.9902138211, spread: 0, weight: 0.0001 },
            { value: 51721.22607911173, spread: 0, weight: 0.04733088276958034 },
          ],
          0.1,
        ],
      ],
    },
  );
});
