import assert from 'node:assert/strict';
import test from 'node:test';
import { type AmountOptions, airportsVisited, gramsOfFraction, resolveAmounts } from './amounts.ts';

const AMOUNTS: readonly [total: number, fraction: number, options: AmountOptions, expected: number][] = [
  [572_815, 1, {}, 572_815],
  [572_815, 0.5, {}, 286_408],
  [572_815, 1.5, {}, 859_223],
  [572_815, 1, { roundToGrams: 1000 }, 573_000],
  [572_000, 1, { roundToGrams: 1000 }, 572_000],
  [1000, 1.1, { roundToGrams: 100 }, 1100],
  [10, 0.5, { minimumGrams: 1000 }, 1000],
  [10, 0.5, { minimumGrams: 1500, roundToGrams: 1000 }, 2000],
  [3, 0.1, {}, 0],
  // The minimum is rounded up to whole grams.
  [10, 0.5, { minimumGrams: 1499.2 }, 1500],
];

for (const [total, fraction, options, expected] of AMOUNTS) {
  test(`${fraction} of ${total} g with ${JSON.stringify(options)} is ${expected} g`, () => {
    assert.equal(gramsOfFraction(total, fraction, resolveAmounts(options)), expected);
  });
}

const VISITS: readonly [route: string, airports: string][] = [
  ['ZRH-SFO', 'ZRH SFO'],
  ['ZRH-LHR LHR-SFO', 'ZRH LHR SFO'],
  ['ZRH-SFO SFO-ZRH', 'ZRH SFO ZRH'],
  ['zrh-lhr LGW-SFO', 'ZRH LHR LGW SFO'],
];

for (const [route, airports] of VISITS) {
  test(`${route} visits ${airports}`, () => {
    const legs = route.split(' ').map((leg) => {
      const [origin = '', destination = ''] = leg.split('-');
      const departureDate = { year: 2026, month: 12, day: 14 };
      return { origin, destination, operatingCarrierCode: 'LX', flightNumber: 1, departureDate };
    });
    assert.equal(airportsVisited(legs).join(' '), airports);
  });
}

const WRONG: readonly [AmountOptions, RegExp][] = [
  [{ fractions: [] }, /fractions/],
  [{ fractions: 'all' as never }, /fractions must be a list/],
  [{ fractions: [0] }, /fractions/],
  [{ fractions: [1, 0] }, /fractions/],
  [{ fractions: Array(21).fill(1) }, /fractions/],
  [{ fractions: [100.5] }, /fractions/],
  [{ fractions: [Number.NaN] }, /fractions/],
  // As from a split environment variable: quotes would state texts in place of numbers.
  [{ fractions: ['0.5', '1'] as never }, /fractions/],
  [{ minimumGrams: -1 }, /minimumGrams/],
  [{ minimumGrams: 1e12 + 1 }, /minimumGrams/],
  [{ minimumGrams: Number.POSITIVE_INFINITY }, /minimumGrams/],
  [{ roundToGrams: 0 }, /roundToGrams/],
  [{ roundToGrams: 0.5 }, /roundToGrams/],
  [{ groundEmissions: -5 }, /groundEmissions/],
  [{ infantFraction: Number.NaN }, /infantFraction/],
];

for (const [options, message] of WRONG) {
  test(`${JSON.stringify(options)} is refused at start-up`, () => {
    assert.throws(() => resolveAmounts(options), message);
  });
}

test('accepts the maximum number and size of fractions; by default offers the whole amount without extras', () => {
  const fractions = Array<number>(20).fill(100);
  assert.deepEqual(resolveAmounts({ fractions }).fractions, fractions);
  const none = { minimumGrams: 0, roundToGrams: 1, groundGrams: 0, infantFraction: 0 };
  assert.deepEqual(resolveAmounts(), { fractions: [1], ...none });
  assert.equal(resolveAmounts({ groundEmissions: true }).groundGrams, 1710);
  assert.equal(resolveAmounts({ groundEmissions: 900 }).groundGrams, 900);
});
