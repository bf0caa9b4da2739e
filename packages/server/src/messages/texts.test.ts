import assert from 'node:assert/strict';
import test from 'node:test';
import { LANGUAGES } from '@flight-offset/core';
import { CLAIMS, DENIED } from '@flight-offset/core/testing';
import { LATER_TEXTS } from './texts.ts';

const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

for (const language of LANGUAGES) {
  test(`the page of a link in ${language}: every message, its places, no claim, the mandatory sentence`, () => {
    const english = Object.entries(LATER_TEXTS.en);
    const texts = new Map(Object.entries(LATER_TEXTS[language]));
    for (const [key, text] of english) {
      const own = texts.get(key) ?? '';
      assert.notEqual(own.trim(), '', key);
      assert.deepEqual(places(own), places(text), key);
      assert.doesNotMatch(own, CLAIMS[language], key);
      // In French, a line must not begin with the space before a sign.
      assert.doesNotMatch(own, / [:;!?»…]/, key);
      if (language !== 'en' && key !== 'tonnes') assert.notEqual(own, text, key);
    }
    assert.match(LATER_TEXTS[language].disclaimer, DENIED[language]);
  });
}

test('translations name the purchase without a command, the whole booking, and consent for any reader', () => {
  for (const [language, key, word] of [
    ['de', 'purchase', /^Kauf und/],
    ['de', 'purchaseFuel', /^Kauf von/],
    ['de', 'optional', /keinen Einfluss/],
    ['fr', 'purchase', /^Achat et/],
    ['fr', 'purchaseFuel', /^Achat de/],
    ['fr', 'optional', /incidence/],
    ['es', 'purchase', /^Compra y retirada/],
    ['es', 'purchaseFuel', /^Compra de/],
    ['hi', 'agree', /सहमत/],
    ['ar', 'purchase', /من التداول/],
    ['ja', 'disclaimer', /^拠出金/],
    ['ja', 'optional', /ご予約/],
  ] as const)
    assert.match(LATER_TEXTS[language][key], word);
});
