import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inRupees } from './in-rupees.ts';

for (const [amount_minor, inr_minor, part, rupees] of [
  // Of an order that cost nothing, nothing can be refunded.
  [0, 0, 0, 0],
  [1, 58, 0, 0],
  [1, 58, 1, 58],
  [1432, 83_056, 1432, 83_056],
  [1432, 83_056, 716, 41_528],
  [3, 100, 1, 33],
  [3, 100, 2, 67],
  [2, 101, 1, 51],
] as const)
  it(`${part} of ${amount_minor} minor units that count as ${inr_minor} paise are ${rupees} of them`, () =>
    assert.equal(inRupees({ amount_minor, inr_minor }, part), rupees));
