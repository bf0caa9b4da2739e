import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minorUnits } from '@flight-offset/core';
import fc from 'fast-check';
import { grossPrice, readTaxRule, splitTax, type TaxRule } from './tax.ts';

const vat = (rate: number, mode: TaxRule['mode'] = 'inclusive'): TaxRule => ({ mode, rate, label: 'VAT' });

const SPLITS: [gross: number, rate: number, net: number, tax: number][] = [
  [11_900, 19, 10_000, 1900],
  [1240, 8.1, 1147, 93],
  [1, 19, 1, 0],
  [118, 18, 100, 18],
  [-11_900, 19, -10_000, -1900],
  [-1240, 8.1, -1147, -93],
  [500, 0, 500, 0],
];
for (const [gross, rate, net, tax] of SPLITS) {
  it(`${gross} with ${rate} % within is ${net} and ${tax}`, () => {
    const split = splitTax(gross, vat(rate));
    assert.deepEqual([split?.net_minor, split?.tax_minor], [net, tax]);
  });
}

it('net and tax add up to what was paid, and a refund mirrors its order', () => {
  const rate = fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 10_000);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), rate, (gross, percent) => {
      const paid = splitTax(gross, vat(percent));
      const refunded = splitTax(-gross, vat(percent));
      assert.equal((paid?.net_minor ?? 0) + (paid?.tax_minor ?? 0), gross);
      assert.equal((refunded?.tax_minor ?? 0) + (paid?.tax_minor ?? 0), 0);
    }),
    { numRuns: 100_000 },
  );
});

it('net prices get the tax on top, others hold it', () => {
  assert.equal(grossPrice(minorUnits(1147), vat(8.1, 'exclusive')), 1240);
  assert.equal(grossPrice(minorUnits(1147), vat(8.1, 'inclusive')), 1147);
  assert.equal(grossPrice(minorUnits(1147), undefined), 1147);
});

it('without a rule nothing is split', () => {
  assert.equal(readTaxRule(null), undefined);
  assert.equal(splitTax(100, undefined), undefined);
});

it('a rule that makes no sense is refused', () => {
  for (const rule of [{}, vat(-1), vat(101), vat(0.00001), { ...vat(1), label: '' }])
    assert.throws(() => readTaxRule(JSON.stringify(rule)));
});
