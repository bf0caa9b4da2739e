import assert from 'node:assert/strict';
import test from 'node:test';
import { checkPrice, checkRate, formatPrice, priceAtRate } from './price.ts';

const PRICES: readonly [
  grams: number,
  perTonne: number,
  currency: string,
  locale: string | undefined,
  minor: number,
  text: string,
][] = [
  [1_145_630, 1200, 'INR', 'en-IN', 137_476, '₹1,374.76'],
  [1_145_630, 1200, 'INR', 'hi', 137_476, '₹1,374.76'],
  [1_000_000, 14.5, 'EUR', 'de', 1450, '14,50\u00a0€'],
  [572_815, 2500, 'JPY', 'ja', 1432, '￥1,432'],
  [572_815, 5.5, 'KWD', 'en', 3150, 'KWD\u00a03.150'],
  // People write them in whole units; prices are in hundredths, and thousandths.
  [572_815, 6000, 'HUF', 'hu', 343_689, '3436,89\u00a0Ft'],
  [572_815, 6000, 'IQD', 'en', 3_436_890, 'IQD\u00a03,436.890'],
  [572_815, 2500, 'CLP', 'sv', 1432, '1\u00a0432\u00a0CLP'],
  [0, 1200, 'INR', undefined, 0, '₹0.00'],
  [1, 1200, 'INR', undefined, 1, '₹0.01'],
  [500_000, 20, 'USD', 'not a locale', 1000, '$10.00'],
  // The mark at the end keeps the sign behind its letters where text runs from right to left.
  [500_000, 20, 'USD', 'ar', 1000, '\u200f10.00\u00a0US$\u200e'],
  [500_000, 20, 'EUR', 'ar', 1000, '\u200f10.00\u00a0€'],
  [500_000, 20, 'USD', 'x-klingon', 1000, '$10.00'],
];

for (const [grams, perTonne, currency, locale, minor, text] of PRICES) {
  test(`${grams} g at ${perTonne} ${currency} a tonne in ${locale}: ${text}`, () => {
    const price = formatPrice(priceAtRate(grams, { perTonne, currency }), locale);
    assert.deepEqual(price, { amountMinor: minor, currency, formatted: text });
  });
}

test("rounds a price to a multiple of the offer's step", () => {
  const offered = { perTonne: 4.149, currency: 'KWD', step: 10 };
  assert.deepEqual(priceAtRate(1_146_000, offered), { amountMinor: 4750, currency: 'KWD' });
  assert.deepEqual(priceAtRate(1, offered), { amountMinor: 10, currency: 'KWD' });
  assert.deepEqual(priceAtRate(0, offered), { amountMinor: 0, currency: 'KWD' });
});

test('formats a currency outside ISO 4217, as a price function may return, with the decimals that people write', () => {
  const format = (currency: string) => formatPrice({ amountMinor: 1250, currency }, 'en').formatted;
  assert.deepEqual([format('XTS'), format('ITL')], ['XTS\u00a012.50', 'ITL\u00a01,250']);
});

test('a rate may be 0', () => {
  checkRate({ perTonne: 0, currency: 'INR' });
});

test('refuses an invalid rate and names the field', () => {
  for (const perTonne of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => checkRate({ perTonne, currency: 'INR' }), /perTonne/);
  }
  assert.throws(() => checkRate({ perTonne: 1, currency: '₹' }), /currency/);
});

test('requires whole minor units from 0 of a price function', () => {
  for (const amountMinor of [-1, 0.5, Number.NaN, 2 ** 53, '5' as never])
    assert.throws(() => checkPrice({ amountMinor, currency: 'INR' }), /whole minor units/);
  checkPrice({ amountMinor: 0, currency: 'INR' });
});

test('formats prices for a thousand locales', () => {
  for (let index = 0; index < 1000; index++) {
    assert.equal(formatPrice({ amountMinor: 100, currency: 'USD' }, `en-x-a${index}`).formatted, '$1.00');
  }
});
