import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { minorUnits } from './money.ts';
import { blendedPrice, splitByShares } from './shares.ts';

const SPLITS: readonly [whole: number, shares: number[], parts: number[]][] = [
  [1000, [1, 1, 1], [334, 333, 333]],
  [1001, [1, 1, 1, 1], [251, 250, 250, 250]],
  [1002, [1, 1, 1, 1], [251, 251, 250, 250]],
  [1000, [70, 30], [700, 300]],
  [1, [70, 30], [1, 0]],
  [1, [30, 70], [0, 1]],
  [0, [1, 2], [0, 0]],
  [7, [1], [7]],
  [999_999_999_999, [1, 999_999], [1_000_000, 999_998_999_999]],
  [10, [0, 1], [0, 10]],
];

describe('splitting grams by shares', () => {
  for (const [whole, shares, parts] of SPLITS) {
    it(`${whole} g by ${shares.join(':')}`, () => assert.deepEqual(splitByShares(whole, shares), parts));
  }

  it('adds up, each part within a gram of its exact share', () => {
    const wholes = fc.integer({ min: 0, max: 1e12 });
    const shares = fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(wholes, shares, (whole, given) => {
        const parts = splitByShares(whole, given);
        assert.equal(
          parts.reduce((sum, part) => sum + part, 0),
          whole,
        );
        const sum = BigInt(given.reduce((total, share) => total + share, 0));
        for (const [index, part] of parts.entries()) {
          const apart = BigInt(part) * sum - BigInt(whole) * BigInt(given[index]!);
          assert.ok(apart > -sum && apart < sum);
        }
      }),
    );
  });

  for (const shares of [[], [0, 0], [-1, 2], [0.5, 0.5], [Number.NaN], [2 ** 53]]) {
    it(`refuses [${shares}]`, () => assert.throws(() => splitByShares(10, shares), RangeError));
  }
});

describe('the price of a blend', () => {
  const price = (...parts: [share: number, perTonne: number][]): number =>
    blendedPrice(parts.map(([share, perTonne]) => ({ share, perTonne: minorUnits(perTonne) })));

  it('is the mean by share, half up', () => {
    assert.equal(price([1, 119_900]), 119_900);
    assert.equal(price([70, 119_900], [30, 245_000]), 157_430);
    assert.equal(price([1, 1], [1, 2]), 2);
    assert.equal(price([2, 1], [1, 2]), 1);
    assert.equal(price([1, 0], [1, 0]), 0);
  });

  it('is exact if a product exceeds the safe integers', () => {
    assert.equal(price([1e12, 9_000_000_001], [1e12, 9_000_000_002]), 9_000_000_002);
  });
});
