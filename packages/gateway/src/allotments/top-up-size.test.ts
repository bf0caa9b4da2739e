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
    ['is ten times a first order', { wanted: 100 }, 1000],
    ['is the sales of ten minutes', { drawn: 5000, elapsedMs: 10 * MINUTE }, 5000],
    ['is the sales of ten minutes at the rate of two', { drawn: 1000, elapsedMs: 2 * MINUTE }, 5000],
    ['is based on a rate over at least a minute', { drawn: 1000, elapsedMs: 10 }, 10_000],
    ['is reduced by free grams', { drawn: 5000, elapsedMs: 10 * MINUTE, free: 1500 }, 3500],
    ['is 0 if enough is free', { drawn: 100, elapsedMs: 10 * MINUTE, free: 100 }, 0],
    ['is 0 without sales', { drawn: 0, elapsedMs: 10 * MINUTE }, 0],
    ['is 0 after refunds', { drawn: -500, elapsedMs: MINUTE }, 0],
    ['is not reduced by refunds for an order', { drawn: -500, wanted: 100 }, 1000],
    ['is at most a quarter of the lot', { drawn: 1e9, elapsedMs: MINUTE }, 250_000],
    ['is rounded down to whole grams', { drawn: 1e9, elapsedMs: MINUTE, pooled: 1_000_003 }, 250_000],
    ['is shared by all holders', { drawn: 1e9, elapsedMs: MINUTE, holders: 10 }, 25_000],
    ['is what an order needs, even beyond its share', { wanted: 900_000, holders: 10 }, 900_000],
    ['is the whole lot if an order needs it', { wanted: 1_000_000 }, 1_000_000],
    ['is 0 if the lot has too little for the order', { wanted: 1_000_001 }, 0],
    ['is the part that an order lacks', { wanted: 900_000, free: 100_000, holders: 10 }, 800_000],
  ] as const satisfies readonly [string, Partial<TopUpFacts>, number][])
    it(name, () => assert.equal(topUpSize({ ...FACTS, ...given }), size));

  it('is a whole number within the lot, and either enough for the order or 0', () => {
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
