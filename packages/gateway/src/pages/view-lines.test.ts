import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locale } from '@flight-offset/core';
import { receipt } from '../testing/receipt.ts';
import { formatMass } from './format.ts';
import { textsFor } from './messages/texts.ts';
import { refundLine } from './refund-line.ts';
import { viewLines } from './view-lines.ts';

const EN: Locale = { language: 'en', tag: 'en' };

const tax = { label: 'MwSt', rate: 8.125, net_minor: 1147, tax_minor: 93, gross_minor: 1240 };

for (const [language, tag, rate, amount] of [
  ['en', 'en', '8.125%', 'CHF\u00a00.93'],
  ['de', 'de-CH', '8.125%', 'CHF\u00a00.93'],
  ['de', 'de', '8,125\u00a0%', '0,93\u00a0CHF'],
  ['fr', 'fr', '8,125\u00a0%', '0,93\u00a0CHF'],
  ['ja', 'ja', '8.125%', 'CHF\u00a00.93'],
] as const satisfies [Locale['language'], string, string, string][])
  it(`a tax rate is formatted as the amounts are, and its label does not reorder it: ${rate} in ${tag}`, () => {
    const { view } = receipt('1');
    const order = { ...view.order, currency: 'CHF', tax: JSON.stringify(tax) };
    const lines = viewLines({ ...view, order }, { language, tag });
    const line = lines.find(({ label }) => label.includes('MwSt'));
    assert.deepEqual(line, { label: `\u2068MwSt\u2069 ${rate}`, value: amount });
  });

for (const [language, publishers, retirement] of [
  ['en', 'A; B', '1 t CO₂e: SBX-1'],
  ['fr', 'A\u202f; B', '1 t de CO₂e\u00a0: SBX-1'],
  ['ar', 'A؛ B', '1 طن من CO₂e: SBX-1'],
  ['ja', 'A；B', '1 t CO₂e：SBX-1'],
] as const)
  it(`lines joined from several texts have the punctuation of their language: ${language}`, () => {
    const { view } = receipt('1');
    const retirements = [
      { tonnes: 1, retiredOn: '2026-11-28', url: 'https://r.example', serials: ['SBX-1'] },
    ];
    const credits = [{ grams: 1, batch: 'ret_1', retirements }] as unknown as typeof view.credits;
    const lines = viewLines({ ...view, credits, publishers: ['A', 'B'] }, { language, tag: language });
    const notes = lines.map(({ note }) => note?.replaceAll(/[\u2068\u2069]/g, ''));
    for (const note of [publishers, retirement]) assert.ok(notes.includes(note), note);
  });

it('after a partial refund, lines state the amount paid, the mass, and the refunded part of the price', () => {
  const { view } = receipt('1');
  const doneAt = Date.parse('2026-11-28');
  const back = (ofOrder: number) => ({
    money: { currency: view.order.currency, amount_minor: 500 },
    ofOrder,
    byMerchant: false,
    doneAt,
  });
  const paid = viewLines({ ...view, refunds: [back(500), back(0)] }, EN);
  const labels = paid.map(({ label }) => label);
  assert.equal(paid.at(-1)?.label, textsFor(EN).paid);
  // A refunded double payment is not part of the price.
  assert.equal(labels.filter((label) => label === textsFor(EN).refundedAmount).length, 1);
  assert.equal(viewLines({ ...view, credits: [] }, EN)[0]?.value, formatMass(view.order.grams, EN));
});

it('once paid, the lines name the emissions model and its version if the gateway estimated them', () => {
  const { view } = receipt('1');
  const model = (emissions_model: string | null, status = view.order.status) =>
    viewLines({ ...view, order: { ...view.order, emissions_model, status } }, EN)
      .filter(({ label }) => label === textsFor(EN).emissionsModel)
      .map(({ note }) => note);
  assert.deepEqual(model('3.0.5.20261128'), [
    'Travel Impact Model method on open data, version 3.0.5.20261128',
  ]);
  assert.deepEqual([model(null), model('3.0.5.20261128', 'pending')], [[], []]);
});

for (const [language, tag, day] of [
  ['en', 'en-GB', '31 December 2026 (UTC)'],
  ['de', 'de', '31. Dezember 2026 (UTC)'],
  ['hi', 'hi', '31 दिसंबर 2026 (UTC)'],
  ['ja', 'ja', '2026年12月31日 (UTC)'],
] as const)
  it(`days of payments and refunds state their time zone, days of a registry do not: ${tag}`, () => {
    const { view } = receipt('1');
    // In Zurich and Delhi it is New Year's Day.
    const at = Date.parse('2026-12-31T23:30:00Z');
    const money = { currency: view.order.currency, amount_minor: 500 };
    const refunds = [{ money, ofOrder: 500, byMerchant: false, doneAt: at }];
    const retirements = [
      { tonnes: 1, retiredOn: '2026-12-31', url: 'https://r.example', serials: ['SBX-1'] },
    ];
    const credits = [{ grams: 1, batch: 'ret_1', retirements }] as unknown as typeof view.credits;
    const locale = { language, tag };
    const paid = { ...view, order: { ...view.order, settled_at: at }, refunds, credits };
    const lines = viewLines(paid, locale);
    const m = textsFor(locale);
    const lineOf = (name: string) => lines.find(({ label }) => label === name);
    assert.equal(lineOf(m.paidOn)?.value, day);
    assert.equal(lineOf(m.refundedAmount)?.note, day);
    assert.ok(refundLine(paid, locale)?.includes(day));
    assert.equal(`${lineOf(m.registryRetirement)?.value} (UTC)`, day);
  });
