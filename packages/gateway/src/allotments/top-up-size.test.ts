import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type TopUpFacts, topUpSize } from './top-up-size.ts';

const MINUTE = 60_000;
const FACTS: TopUpFacts = {
  pooled: 1_000_000,
  holders: 1,
  free: 0,
  wanted: 0,
  drawn: 0,
  elapsedMs: undefined,
};

describe('the size of a top-up', () => {
  for (const [name, given, size] of [
    ['a first order: ten of its size', { wanted: 100 }, 1000],
    ['what was sold in ten minutes', { drawn: 5000, elapsedMs: 10 * MINUTE }, 5000],
    ['what would be sold in ten at the rate of two', { drawn: 1000, elapsedMs: 2 * MINUTE }, 5000],
    ['a rate is measured over a minute at least', { drawn: 1000, elapsedMs: 10 }, 10_000],
    ['what is free already counts', { drawn: 5000, elapsedMs: 10 * MINUTE, free: 1500 }, 3500],
    ['nothing where enough is free', { drawn: 100, elapsedMs: 10 * MINUTE, free: 100 }, 0],
    ['nothing where nothing is sold', { drawn: 0, elapsedMs: 10 * MINUTE }, 0],
    ['refunds are no sales', { drawn: -500, elapsedMs: MINUTE }, 0],
    ['refunds take nothing off what an order shall have ahead', { drawn: -500, wanted: 100 }, 1000],
    ['at most a quarter of the lot', { drawn: 1e9, elapsedMs: MINUTE }, 250_000],
    ['of whole grams', { drawn: 1e9, elapsedMs: MINUTE, pooled: 1_000_003 }, 250_000],
    ['shared by all holders', { drawn: 1e9, elapsedMs: MINUTE, holders: 10 }, 25_000],
    ['what an order needs, whatever its share', { wanted: 900_000, holders: 10 }, 900_000],
    ['all of the lot for an order', { wanted: 1_000_000 }, 1_000_000],
    ['nothing where the lot has too little for the order', { wanted: 1_000_001 }, 0],
    ['what is missing for the order', { wanted: 900_000, free: 100_000, holders: 10 }, 800_000],
  ] as const satisfies readonly [string, Partial<TopUpFacts>, number][])
    it(name, () => assert.equal(topUpSize({ ...FACTS, ...given }), size));

  it('is a whole number, never more than the lot has, and enough for the order or nothing', () => {
    const grams = fc.integer({ min: 0, max: 1e12 });
    const facts = fc.record({
      pooled: grams,
      free: grams,
      wanted: grams,
      holders: fc.nat(1000),
      drawn: fc.integer({ min: -1e12, max: 1e12 }),
      elapsedMs: fc.option(fc.integer({ min: -MINUTE, max: 1e10 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(facts, (given) => {
        const size = topUpSize(given);
        assert.ok(Number.isInteger(size) && size >= 0 && size <= given.pooled);
        if (given.wanted - given.free <= given.pooled) assert.ok(given.free + size >= given.wanted);
        else assert.equal(size, 0);
      }),
    );
  });
});
