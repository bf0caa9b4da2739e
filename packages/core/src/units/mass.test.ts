import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EMISSION_UNITS, type EmissionUnit, fromGrams, grams, toGrams } from './mass.ts';

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
  for (const amount of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e9 + 1, 1e300, 1_000_000_000.001]) {
    it(`${amount} kg is refused`, () => assert.throws(() => toGrams(amount, 'kgCO2'), RangeError));
  }
  for (const value of [-1, 1.5, Number.NaN, 2 ** 53]) {
    it(`${value} g are no whole grams`, () => assert.throws(() => grams(value), RangeError));
  }
  it('grams survive a conversion to any unit and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.constantFrom(...EMISSION_UNITS), (g, unit) => {
        return toGrams(fromGrams(grams(g), unit), unit) === g;
      }),
    );
  });
});
