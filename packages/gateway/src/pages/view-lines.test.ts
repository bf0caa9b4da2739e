import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locale } from '@flight-offset/core';
import { receipt } from '../testing/receipt.ts';
import { viewLines } from './view-lines.ts';

const tax = { label: 'MwSt', rate: 8.125, net_minor: 1147, tax_minor: 93, gross_minor: 1240 };

for (const [language, tag, rate, amount] of [
  ['en', 'en', '8.125', 'CHF\u00a00.93'],
  ['de', 'de-CH', '8.125', 'CHF\u00a00.93'],
  ['de', 'de', '8,125', '0,93\u00a0CHF'],
  ['fr', 'fr', '8,125', '0,93\u00a0CHF'],
] as const satisfies [Locale['language'], string, string, string][])
  it(`the rate of a tax is written as the amounts beside it: ${rate} in ${tag}`, () => {
    const { view } = receipt('1');
    const order = { ...view.order, currency: 'CHF', tax: JSON.stringify(tax) };
    const lines = viewLines({ ...view, order }, { language, tag });
    const line = lines.find(({ label }) => label.startsWith('MwSt'));
    assert.deepEqual(line, { label: `MwSt ${rate} %`, value: amount });
  });
