import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idAt, isId, newId } from './ids.ts';

const AT = Date.UTC(2026, 11, 14);
/** Letters of an identifier in which its random bits are written. */
const RANDOM = -16;

function randomPart(id: string): bigint {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  return [...id.slice(RANDOM)].reduce((sum, letter) => sum * 32n + BigInt(letters.indexOf(letter)), 0n);
}

describe('identifiers', () => {
  const neighbours = Array.from({ length: 2000 }, () => newId('ord', AT));
  const steps = neighbours.slice(1).map((id, i) => randomPart(id) - randomPart(neighbours[i] ?? ''));

  it('of one millisecond are in the order of creation', () => {
    assert.deepEqual(neighbours, neighbours.toSorted());
  });

  it('cannot be guessed from a neighbour: each lies a random step of 68 bits above it', () => {
    assert.equal(new Set(steps).size, steps.length);
    const mean = steps.reduce((sum, step) => sum + step, 0n) / BigInt(steps.length);
    // Half of 2^68: a mean of 2000 steps differs by less than a tenth.
    const expected = 2n ** 67n;
    assert.ok(mean > (expected * 9n) / 10n && mean < (expected * 11n) / 10n, `steps of ${mean} on average`);
    // As many above the middle as below, in no pattern: a step does not predict the next.
    const high = steps.map((step) => step > expected);
    const same = high.filter((one, i) => i > 0 && one === high[i - 1]).length;
    assert.ok(same > 800 && same < 1200, `${same} of ${steps.length} steps equal the previous step`);
  });

  it('of different milliseconds begin at random values', () => {
    const firsts = Array.from({ length: 2000 }, (_, i) => randomPart(newId('ord', AT + 10 + i)) >> 78n);
    // The upper half of the room is left for steps.
    for (const quarter of [0n, 1n])
      assert.ok(firsts.filter((one) => one === quarter).length > 800, `${quarter}: too few`);
  });

  it('the lower letters of their random part take every value', () => {
    for (let place = 1; place <= 8; place += 1)
      assert.equal(new Set(neighbours.map((id) => id.at(-place))).size, 32);
  });

  it('of a later millisecond sort after earlier ones, so that new rows go to the end of an index', () => {
    const later = Array.from({ length: 50 }, () => newId('ord', AT + 1));
    assert.ok(later.every((id) => neighbours.every((before) => before < id)));
  });

  it('lie between the bounds of their millisecond and of the next', () => {
    const id = newId('ord', AT);
    assert.ok(idAt('ord', AT) < id && id < idAt('ord', AT + 1));
    // A time before 1970: rows that are kept for very long have such an age limit.
    assert.equal(idAt('ord', -1), idAt('ord', 0));
  });

  it('are recognised by their prefix', () => {
    assert.ok(isId(newId('ord'), 'ord'));
    assert.ok(!isId(newId('txn'), 'ord'));
  });
});
