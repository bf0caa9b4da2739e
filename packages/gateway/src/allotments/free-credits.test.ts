import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FreeCredits, freeCredits } from './free-credits.ts';

/** A lot with 100 g in nobody's allotment; merchant a has 30 g free of it, b has 20, and c 50. */
function open(): FreeCredits {
  const allotted = [
    { merchant_id: 'a', lot: 'x', free: 30, reserved: 0, unreported: 0 },
    { merchant_id: 'b', lot: 'x', free: 20, reserved: 0, unreported: 0 },
  ];
  return freeCredits(new Map([['x', 100]]), allotted, ['a', 'b', 'new']);
}

const ANYWHERE = new Map([['x', 200]]);

describe('free credits', () => {
  it('of a merchant are those free in its allotment and in the lot', () => {
    const free = open();
    assert.deepEqual(
      ['a', 'b', 'new'].map((id) => free.of(id).freeIn('x')),
      [130, 120, 100],
    );
    assert.equal(free.of('a').freeIn('unknown'), 0);
  });

  it("are drawn from the merchant's own allotment first: others lose none, and no top-up is required", () => {
    const free = open();
    free.of('a').draw('x', 30);
    assert.deepEqual([free.of('a').freeIn('x'), free.of('b').freeIn('x')], [100, 120]);
    free.requireAllotted();
  });

  it('drawn from the lot require a top-up of everything drawn', () => {
    const free = open();
    free.of('a').draw('x', 20);
    free.of('a').draw('x', 25);
    assert.equal(free.of('b').freeIn('x'), 105);
    assert.throws(free.requireAllotted, {
      name: 'AllotmentShortError',
      wanted: [{ merchant_id: 'a', lot: 'x', grams: 45 }],
    });
  });

  it('drawn gram by gram without an allotment require a top-up of all those grams', () => {
    for (const grams of [1, 3]) {
      const free = open();
      for (let gram = 0; gram < grams; gram += 1) free.of('new').draw('x', 1);
      assert.equal(free.of('new').freeIn('x'), 100 - grams);
      assert.throws(free.requireAllotted, { wanted: [{ merchant_id: 'new', lot: 'x', grams }] });
    }
  });

  it("in other merchants' allotments count once they have been read", () => {
    const free = open();
    assert.equal(free.withOthers('new').freeIn('x'), 100);
    free.setAnywhere(ANYWHERE);
    assert.deepEqual(
      ['a', 'new'].map((id) => free.withOthers(id).freeIn('x')),
      [200, 200],
    );
    assert.equal(free.of('new').freeIn('x'), 100);
    free.withOthers('new').draw('x', 190);
    assert.equal(free.of('a').freeIn('x'), 30);
    assert.equal(free.withOthers('a').freeIn('x'), 10);
    assert.equal(free.withOthers('a').freeIn('unknown'), 0);
    assert.throws(free.requireAllotted, {
      name: 'AllotmentShortError',
      wanted: [{ merchant_id: 'new', lot: 'x', grams: 190 }],
    });
  });

  it('drawn by another merchant of the batch are no longer free for others', () => {
    const free = open();
    free.setAnywhere(ANYWHERE);
    free.of('a').draw('x', 30);
    assert.equal(free.withOthers('b').freeIn('x'), 170);
  });
});
