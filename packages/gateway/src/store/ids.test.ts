import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isId, newId } from './ids.ts';

const AT = Date.UTC(2026, 11, 14);
/** Letters of an identifier in which its random bits are written. */
const RANDOM = -16;

describe('identifiers', () => {
  const neighbours = Array.from({ length: 2000 }, () => newId('ord', AT));

  it('of one millisecond cannot be guessed from each other: each has random bits of its own', () => {
    const random = neighbours.map((id) => id.slice(RANDOM));
    // Identifiers which count upwards share all but their last letters with a neighbour.
    const heads = new Set(random.map((text) => text.slice(0, 8)));
    assert.equal(heads.size, neighbours.length);
    const ascending = neighbours.filter((id, i) => i > 0 && id > (neighbours[i - 1] ?? '')).length;
    assert.ok(ascending > 800 && ascending < 1200, `${ascending} of 2000 are above the one before`);
  });

  it('every letter of their random part takes every value', () => {
    for (let place = 1; place <= 16; place += 1)
      assert.equal(new Set(neighbours.map((id) => id.at(-place))).size, 32);
  });

  it('of a later millisecond sort after those before it: new rows go to the end of an index', () => {
    const later = Array.from({ length: 50 }, () => newId('ord', AT + 1));
    assert.ok(later.every((id) => neighbours.every((before) => before < id)));
  });

  it('are known by their form', () => {
    assert.ok(isId(newId('ord'), 'ord'));
    assert.ok(!isId(newId('txn'), 'ord'));
  });
});
