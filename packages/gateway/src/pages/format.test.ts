import assert from 'node:assert/strict';
import test from 'node:test';
import { runsOf } from '../pdf/runs.ts';
import { formatDate, formatMass, formatMoney, formatSpan } from './format.ts';

for (const [currency, tag, drawn] of [
  ['USD', 'ar', 'US$ 18.76'],
  ['GBP', 'ar', 'UK£ 18.76'],
  ['EUR', 'ar', '€ 18.76'],
  ['CHF', 'ar', 'CHF 18.76'],
] as const)
  test(`${currency} in Arabic stands to the left of its amount, its letters before its sign`, () => {
    const text = formatMoney({ currency, amount_minor: 1876 }, { language: 'ar', tag });
    const runs = runsOf(text, 'rtl').map((run) => run.text);
    assert.equal(runs.join('').replaceAll('\u00a0', ' '), drawn);
  });

test('an amount in a left-to-right language has no direction mark', () =>
  assert.equal(
    formatMoney({ currency: 'USD', amount_minor: 1876 }, { language: 'es', tag: 'es-MX' }),
    'USD\u00a018.76',
  ));

test('only the first of a month is an ordinal in French', () => {
  for (const [tag, days] of [
    ['fr', ['1er février 1970', '11 février 1970']],
    ['fr-CA', ['1er février 1970', '11 février 1970']],
    ['de', ['1. Februar 1970', '11. Februar 1970']],
  ] as const) {
    const locale = { language: tag === 'de' ? tag : 'fr', tag } as const;
    assert.deepEqual(
      [1, 11].map((day) => formatDate(Date.UTC(1970, 1, day), locale)),
      days,
    );
  }
});

test('creates one formatter of each kind, however many figures a page has', (t) => {
  const made = [t.mock.method(Intl, 'NumberFormat'), t.mock.method(Intl, 'DateTimeFormat')];
  const locale = { language: 'fr', tag: 'fr-LU' } as const;
  for (let times = 0; times < 3; times += 1) {
    assert.equal(formatDate(0, locale), '1er janvier 1970');
    assert.match(formatMass(1_500, locale), /^1,5.kg/);
    assert.match(formatMass(1_500_000, locale), /^1,5.t/);
  }
  assert.deepEqual(
    made.map(({ mock }) => mock.callCount()),
    [2, 1],
  );
});

test('a duration is stated in the largest unit that tells enough, and never as zero minutes', () => {
  const locale = { language: 'en', tag: 'en' } as const;
  for (const [ms, text] of [
    [59_900, '59 seconds'],
    [60_000, '1 minute'],
    [7_199_000, '119 minutes'],
    [7_200_000, '2 hours'],
    [259_199_000, '71 hours'],
    [259_200_000, '3 days'],
  ] as const)
    assert.equal(formatSpan(ms, locale), text);
});
