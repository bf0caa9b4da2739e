import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LATER_TEXTS } from '../messages/texts.ts';
import { ZRH_SFO } from '../testing/merchant.ts';
import { laterPage } from './page.ts';

const state = {
  kind: 'offer',
  quote: { legs: [], gramsTotal: 573_460, showFigures: true } as never,
  option: { grams: 573_460, fraction: 1 } as never,
  token: 't',
} as const;
const page = { messages: LATER_TEXTS.en, locale: { language: 'en', tag: 'en' } } as const;

it('moves the focus to the reason after a refused form, without a script, and only then', () => {
  const opened = /<p [^>]*tabindex="-1" autofocus><strong>The offer has changed/;
  assert.match(laterPage(state, { ...page, notice: 'The offer has changed.' }), opened);
  assert.doesNotMatch(laterPage(state, page), /autofocus/);
});

it('states the estimate in whole kilograms and the amount bought to the tenth, as the widget does', () => {
  const html = laterPage(state, page);
  assert.deepEqual(html.match(/[\d.]+ kg/g), ['573 kg', '573.5 kg', '573.5 kg']);
});

it('writes the first of a month as an ordinal in French, and no other day', () => {
  const locale = { language: 'fr', tag: 'fr-CH' } as const;
  for (const [day, text] of [
    [1, '1er décembre 2026'],
    [11, ', 11 décembre 2026'],
  ] as const) {
    const flight = { ...ZRH_SFO, departureDate: { year: 2026, month: 12, day } };
    const quote = { ...(state.quote as object), legs: [{ flight }] } as never;
    assert.ok(laterPage({ ...state, quote }, { messages: LATER_TEXTS.fr, locale }).includes(text), text);
  }
});
