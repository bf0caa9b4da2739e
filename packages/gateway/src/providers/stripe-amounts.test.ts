import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fromStripe, toStripe } from './stripe-amounts.ts';

/** Stripe's special cases: the amount in minor units of ISO 4217, and as Stripe states it. */
const AMOUNTS: readonly [currency: string, minor: number, stripe: number][] = [
  ['EUR', 1428, 1428],
  ['JPY', 2369, 2369],
  ['ISK', 1500, 150_000],
  ['UGX', 4000, 400_000],
  ['MGA', 573_000, 5730],
  ['KWD', 4750, 4750],
  ['HUF', 54_321, 54_321],
  ['TWD', 54_321, 54_321],
  ['BGN', 1428, 1428],
];

for (const [currency, amount_minor, stripe] of AMOUNTS) {
  it(`${amount_minor} minor units of ${currency} are ${stripe} at Stripe`, () => {
    assert.equal(toStripe('start', { currency, amount_minor }), stripe);
    assert.deepEqual(fromStripe(stripe, currency.toLowerCase()), { currency, amount_minor });
  });
}

for (const [currency, amount_minor] of [
  ['KWD', 4755],
  ['BHD', 1],
  ['JOD', 11],
  ['OMR', 119],
  ['TND', 1002],
  ['MGA', 573_001],
] as const) {
  it(`${amount_minor} minor units of ${currency} are refused`, () => {
    assert.throws(() => toStripe('start', { currency, amount_minor }), {
      name: 'ProviderError',
      message: new RegExp(`^stripe start: ${amount_minor} minor units of ${currency} are no multiple of`),
    });
  });
}

it('ignores fractions of a minor unit', () => {
  assert.deepEqual(fromStripe(150_099, 'isk'), { currency: 'ISK', amount_minor: 1500 });
});
