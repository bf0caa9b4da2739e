import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EMISSION_UNITS, type EmissionUnit, fromGrams, grams, toGrams } from './mass.ts';
import { paise, priceOf, toPaise, toRupees } from './money.ts';

describe('grams of an amount, half up over its decimal digits', () => {
  const cases: [number, EmissionUnit, number][] = [
    [0, 'kgCO2', 0],
    [1146, 'kgCO2', 1_146_000],
    [1.0005, 'kgCO2', 1001],
    [1.0004999, 'kgCO2', 1000],
    [0.0005, 'kgCO2', 1],
    [0.1 + 0.2, 'kgCO2', 300],
    [1e-7, 'kgCO2', 0],
    [5e-324, 'tonCO2e', 0],
    [0.0000005, 'tonCO2e', 1],
    [1.5, 'tonCO2e', 1_500_000],
    [1e9, 'kgCO2', 1e12],
    [1e6, 'tonCO2e', 1e12],
  ];
  for (const [amount, unit, expected] of cases) {
    it(`${amount} ${unit}`, () => assert.equal(toGrams(amount, unit), expected));
  }
  for (const amount of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e9 + 1, 1e300]) {
    it(`${amount} kg is refused`, () => assert.throws(() => toGrams(amount, 'kgCO2'), RangeError));
  }
  it('there and back is the same gram', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom(...EMISSION_UNITS), (g, unit) => {
        return toGrams(fromGrams(grams(g), unit), unit) === g;
      }),
    );
  });
});

describe('price', () => {
  const cases: [number, number, number][] = [
    [1_146_000, 119_900, 137_405],
    [1, 1, 0],
    [500_000, 1, 1],
    [499_999, 1, 0],
    [1e12, 100_000_00, 1e13],
  ];
  for (const [mass, perTonne, expected] of cases) {
    it(`${mass} g at ${perTonne} paise a tonne`, () =>
      assert.equal(priceOf(grams(mass), paise(perTonne)), expected));
  }
  it('never differs from exact arithmetic by more than half a paisa', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 1e8 }), (mass, perTonne) => {
        const exact = BigInt(mass) * BigInt(perTonne);
        const off = BigInt(priceOf(grams(mass), paise(perTonne))) * 1_000_000n - exact;
        return off <= 500_000n && off > -500_000n;
      }),
    );
  });
  it('rupees have two decimals', () => {
    assert.equal(toRupees(paise(137_405)), 1374.05);
    assert.equal(toPaise(1374.05), 137_405);
    assert.equal(toPaise(0.005), 1);
    assert.throws(() => toPaise(-1), RangeError);
    assert.throws(() => paise(1.5), RangeError);
  });
});
