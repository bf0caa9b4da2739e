import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parse } from '../input/validation.ts';
import { CURRENCIES, exponentOf } from './currency.ts';
import { grams } from './mass.ts';
import {
  convert,
  fromMinorUnits,
  minorUnits,
  moneySchema,
  portionOf,
  priceOf,
  toMinorUnits,
} from './money.ts';

const currency = fc.constantFrom(...CURRENCIES);
const amount = fc.integer({ min: 0, max: 1e12 });

describe('minor units of an amount, by the exponent of its currency', () => {
  const cases: [number, string, number][] = [
    [1374.05, 'INR', 137_405],
    [1374, 'JPY', 1374],
    [0.5, 'JPY', 1],
    [0.49, 'ISK', 0],
    [12.345, 'KWD', 12_345],
    [12.3455, 'BHD', 12_346],
    [1.005, 'EUR', 101],
    [0.1 + 0.2, 'USD', 30],
    [1.23456, 'CLF', 12_346],
  ];
  for (const [whole, code, expected] of cases) {
    it(`${whole} ${code}`, () => assert.equal(toMinorUnits(whole, code), expected));
  }

  it('converts amounts of every currency to decimals and back, with no more decimals than the currency has', () => {
    fc.assert(
      fc.property(amount, currency, (value, code) => {
        const whole = fromMinorUnits(minorUnits(value), code);
        const decimals = String(whole).split('.')[1]?.length ?? 0;
        return toMinorUnits(whole, code) === value && decimals <= exponentOf(code);
      }),
      { numRuns: 100_000 },
    );
  });

  for (const whole of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e300, -0.001]) {
    it(`${whole} is refused`, () => assert.throws(() => toMinorUnits(whole, 'EUR'), RangeError));
  }
  for (const value of [-1, 0.5, Number.NaN, 2 ** 53])
    it(`${value} minor units are refused`, () => assert.throws(() => minorUnits(value), RangeError));
  for (const code of ['', 'eur', 'EURO', 'XXX', 'BTC', '__proto__']) {
    it(`currency "${code}" is refused`, () => {
      assert.throws(() => exponentOf(code), RangeError);
      assert.throws(
        () => parse(moneySchema, { currency: code, amount_minor: 1 }),
        /currency: must be an ISO/,
      );
    });
  }
});

describe('price of a mass', () => {
  const cases: [number, number, number][] = [
    [1_146_000, 119_900, 137_405],
    [0, 119_900, 0],
    [1_000_000, 0, 0],
    [1, 1, 1],
    [4, 119_900, 1],
    [1_499_999, 1, 1],
    [1_500_000, 1, 2],
    [1e12, 100_000_00, 1e13],
  ];
  for (const [mass, perTonne, expected] of cases) {
    it(`${mass} g at ${perTonne} minor units per tonne`, () =>
      assert.equal(priceOf(grams(mass), minorUnits(perTonne)), expected));
  }

  it('differs from exact arithmetic by at most half a minor unit, with a minimum of one', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 1e8 }), (mass, perTonne) => {
        const exact = BigInt(mass) * BigInt(perTonne);
        const price = BigInt(priceOf(grams(mass), minorUnits(perTonne)));
        if (exact > 0n && exact < 1_500_000n) return price === 1n;
        const off = price * 1_000_000n - exact;
        return off <= 500_000n && off > -500_000n;
      }),
    );
  });
});

describe('price of a mass in steps', () => {
  const cases: [mass: number, perTonne: number, step: number, expected: number][] = [
    [1_146_000, 4149, 1, 4755],
    [1_146_000, 4149, 10, 4750],
    [1_000_000, 4155, 10, 4160],
    [1_000_000, 4154, 10, 4150],
    // 14.5 minor units: rounded once, not first to 15 and then to 20.
    [500_000, 29, 10, 10],
    [1_000_000, 24, 10, 20],
    [999_999, 25, 10, 20],
    [1_000_000, 25, 10, 30],
    [1, 4149, 10, 10],
    [1, 1, 100, 100],
    [0, 4149, 10, 0],
    [1_000_000, 0, 10, 0],
    [1_000_000, 5_432_150, 100, 5_432_200],
  ];
  for (const [mass, perTonne, step, expected] of cases) {
    it(`${mass} g at ${perTonne} minor units per tonne, in steps of ${step}`, () =>
      assert.equal(priceOf(grams(mass), minorUnits(perTonne), step), expected));
  }

  it('is the nearest multiple, halves upward, and at least one step for any mass', () => {
    const steps = fc.constantFrom(1, 2, 10, 100, 1000);
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 1e8 }), steps, (mass, perTonne, step) => {
        const exact = BigInt(mass) * BigInt(perTonne);
        const price = priceOf(grams(mass), minorUnits(perTonne), step);
        const half = BigInt(step) * 500_000n;
        if (exact > 0n && exact < half) return price === step;
        const off = BigInt(price) * 1_000_000n - exact;
        return price % step === 0 && off <= half && off > -half;
      }),
    );
  });

  it('in steps of one equals the price without a step', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 1e8 }), (mass, perTonne) => {
        const [whole, price] = [grams(mass), minorUnits(perTonne)];
        return priceOf(whole, price, 1) === priceOf(whole, price);
      }),
    );
  });

  for (const step of [0, -10, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60]) {
    it(`a step of ${step} is refused`, () =>
      assert.throws(() => priceOf(grams(0), minorUnits(1), step), RangeError));
  }
});

describe('conversion at a rate', () => {
  const cases: [number, string, string, number, number][] = [
    [1240, 'EUR', 'INR', 90.15, 111_786],
    [1374, 'JPY', 'INR', 0.58, 79_692],
    [12_345, 'KWD', 'INR', 272.5, 336_401],
    [111_786, 'INR', 'JPY', 1.7, 1900],
    [1, 'EUR', 'INR', 1e-9, 0],
    [137_405, 'INR', 'INR', 1, 137_405],
  ];
  for (const [value, from, to, rate, expected] of cases) {
    it(`${value} minor units of ${from} to ${to} at ${rate}`, () =>
      assert.equal(convert(minorUnits(value), from, to, rate), expected));
  }

  it('changes only the exponent at a rate of 1, for every currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), currency, (value, code) => {
        const there = convert(minorUnits(value), code, 'UYW', 1);
        return convert(there, 'UYW', code, 1) === value;
      }),
    );
  });
});

describe('the worth of a part', () => {
  for (const [value, part, whole, expected] of [
    [1000, 1, 3, 333],
    [1000, 2, 3, 667],
    [5, 1, 2, 3],
    [1000, 3, 3, 1000],
    [1000, 0, 3, 0],
    [7, 1, 1, 7],
    [9_007_199_254_740_991, 1_000_000_006, 1_000_000_007, 9_007_199_245_733_792],
  ] as const)
    it(`${part} of ${whole} of ${value}`, () =>
      assert.equal(portionOf(minorUnits(value), part, whole), expected));

  for (const [part, whole] of [
    [-1, 3],
    [4, 3],
    [0, 0],
    [Number.NaN, 3],
    [1, Number.NaN],
  ] as const)
    it(`${part} of ${whole} is no part`, () =>
      assert.throws(() => portionOf(minorUnits(10), part, whole), /is no part of it/));
});
