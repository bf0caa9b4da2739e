import assert from 'node:assert/strict';
import test from 'node:test';
import { runsOf } from '../pdf/runs.ts';
import { formatMoney } from './format.ts';

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

test('an amount that runs from the left has no mark', () =>
  assert.equal(
    formatMoney({ currency: 'USD', amount_minor: 1876 }, { language: 'es', tag: 'es-MX' }),
    'USD\u00a018.76',
  ));
