import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LATER_TEXTS } from '../messages/texts.ts';
import { laterPage } from './page.ts';

it('states the estimate in whole kilograms and what is bought to the tenth, as the widget does', () => {
  const quote = { legs: [], gramsTotal: 573_460, showFigures: true } as never;
  const state = {
    kind: 'offer',
    quote,
    option: { grams: 573_460, fraction: 1 } as never,
    token: 't',
  } as const;
  const html = laterPage(state, { messages: LATER_TEXTS.en, locale: { language: 'en', tag: 'en' } });
  assert.deepEqual(html.match(/[\d.]+ kg/g), ['573 kg', '573.5 kg', '573.5 kg']);
});
