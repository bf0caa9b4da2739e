import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type SerialRange, serialsOverlap } from './serials.ts';
import { findSharedSerials } from './shared-serials.ts';

/** Ranges over one of three numbers, near enough to each other that some share a credit and some do not. */
const range = fc
  .record({
    letter: fc.constantFrom('AA', 'aa', 'AB'),
    place: fc.nat(2),
    numbers: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 3 }),
    more: fc.nat(1),
  })
  .map(({ letter, place, numbers, more }): SerialRange => {
    const first = numbers[place]!;
    return { block: [letter, ...numbers.map(String).with(place, '*')].join('-'), first, last: first + more };
  });

test('finds a shared credit among many ranges if comparing each pair finds one', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
      const isShared = ranges.some((one, at) =>
        ranges.slice(at + 1).some((other) => serialsOverlap(one, other)),
      );
      const found = findSharedSerials(ranges);
      assert.equal(found !== undefined, isShared);
      assert.ok(!found || (found[0] !== found[1] && serialsOverlap(...found)));
    }),
    { numRuns: 2000 },
  );
});
