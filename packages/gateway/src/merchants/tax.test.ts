import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minorUnits } from '@flight-offset/core';
import fc from 'fast-check';
import { grossPrice, parseTaxRule, splitTax, type TaxRule } from './tax.ts';

const vat = (rate: number, mode: TaxRule['mode'] = 'inclusive'): TaxRule => ({ mode, rate, label: 'VAT' });

const SPLITS: [gross: number, rate: number, net: number, tax: number][] = [
  [11_900, 19, 10_000, 1900],
  [1240, 8.1, 1147, 93],
  [1, 19, 1, 0],
  [118, 18, 100, 18],
  [-11_900, 19, -10_000, -1900],
  [-1240, 8.1, -1147, -93],
  [500, 0, 500, 0],
  // Exact to the minor unit, however large the amount.
  [119_000_000_000, 19, 100_000_000_000, 19_000_000_000],
  [-119_000_000_000, 19, -100_000_000_000, -19_000_000_000],
  // In binary, these rates times ten thousand are a little below a whole number.
  [101_130_000_000, 1.13, 100_000_000_000, 1_130_000_000],
  [100_029_000_000, 0.029, 100_000_000_000, 29_000_000],
];
for (const [gross, rate, net, tax] of SPLITS) {
  it(`${gross} including ${rate} % tax is ${net} net and ${tax} tax`, () => {
    const split = splitTax(gross, vat(rate));
    assert.deepEqual([split?.net_minor, split?.tax_minor], [net, tax]);
  });
}

it('net and tax add up to the amount paid, and a refund mirrors its order', () => {
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

it('adds the tax to net prices only: gross prices include it', () => {
  assert.equal(grossPrice(minorUnits(1147), vat(8.1, 'exclusive')), 1240);
  assert.equal(grossPrice(minorUnits(1147), vat(8.1, 'inclusive')), 1147);
  assert.equal(grossPrice(minorUnits(1147), undefined), 1147);
});

it('a split names the tax, and the seller if it has a tax number', () => {
  const named = { label: 'VAT', rate: 19, net_minor: 100, tax_minor: 19, gross_minor: 119 };
  assert.deepEqual(splitTax(119, vat(19)), named);
  assert.deepEqual(splitTax(119, { ...vat(19), sellerId: 'DE1' }), { ...named, seller_id: 'DE1' });
});

it('without a rule nothing is split', () => {
  assert.equal(parseTaxRule(null), undefined);
  assert.equal(splitTax(100, undefined), undefined);
});

it('refuses an invalid tax rule', () => {
  for (const rule of [{}, vat(-1), vat(101), vat(0.00001), { ...vat(1), label: '' }])
    assert.throws(() => parseTaxRule(JSON.stringify(rule)));
});
