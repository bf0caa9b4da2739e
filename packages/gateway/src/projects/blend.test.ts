import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inrRate } from './blend.ts';
import type { PricedProject } from './price-lists.ts';

const rateOf = (...parts: [share: number, perTonne: number, inrPerUnit: number][]): number =>
  inrRate(
    parts.map(([share, perTonne, inrPerUnit]) => ({
      share,
      offered: { perTonne, inrPerUnit } as PricedProject,
    })),
  );

it('a blend converts to rupees at the rates of its projects, weighted by cost', () => {
  assert.equal(rateOf([1, 1000, 80], [1, 3000, 100]), 95);
  assert.equal(rateOf([3, 1000, 80], [1, 3000, 100]), 90);
  assert.equal(
    rateOf([1, 1, 0.03], [2, 1, 0.03], [4, 1, 0.03]),
    0.03,
    'one rate is that of all, to the last digit',
  );
  assert.equal(rateOf([1, 0, 80], [1, 0, 100]), 80, 'of what costs nothing that of the first');
});
