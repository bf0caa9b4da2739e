import assert from 'node:assert/strict';
import test from 'node:test';
import { chooseLocale, directionOf, LANGUAGES, localeOf, nameOfLanguage } from './locale.ts';

const cases: [requested: string | null, accept: string | null, language: string, tag: string][] = [
  [null, null, 'en', 'en'],
  ['', '', 'en', 'en'],
  ['hi', 'en', 'hi', 'hi'],
  ['de-CH', 'fr', 'de', 'de-CH'],
  ['DE-ch', null, 'de', 'de-CH'],
  ['pt-BR', 'fr-CA', 'fr', 'fr-CA'],
  [null, 'pt, hi;q=0.8', 'hi', 'hi'],
  [null, 'fr;q=0.3, ja;q=0.9, en;q=0.5', 'ja', 'ja'],
  [null, 'fr;q=0, es;q=0.1', 'es', 'es'],
  [null, 'fr;q=0', 'en', 'en'],
  [null, 'fr;q=1, de', 'fr', 'fr'],
  [null, '*', 'en', 'en'],
  [null, 'fr;q=none, de;q=0.1', 'de', 'de'],
  ['ar-EG-u-nu-latn-x-evil', null, 'ar', 'ar-EG'],
  ['__proto__', 'constructor', 'en', 'en'],
  ['de"><script>', ',;,=;q', 'en', 'en'],
];
for (const [requested, accept, language, tag] of cases) {
  test(`requested ${requested}, accepted ${accept}: ${tag}`, () =>
    assert.deepEqual(chooseLocale(requested, accept), { language, tag }));
}

test('a header of any length is read', () => {
  assert.equal(chooseLocale(null, `${'x'.repeat(1e5)},de`).language, 'en');
  assert.equal(chooseLocale(null, `de,${'x,'.repeat(1e5)}`).language, 'de');
});

test('every language is known to the platform, has a name in itself and a direction', () => {
  for (const language of LANGUAGES) {
    assert.deepEqual(localeOf(language), { language, tag: language });
    assert.notEqual(nameOfLanguage(language), language);
    // Some versions of Node have the one form, some the other; the types have neither.
    const locale = new Intl.Locale(language) as { getTextInfo?(): object; readonly textInfo?: object };
    assert.deepEqual(locale.getTextInfo?.() ?? locale.textInfo, { direction: directionOf(language) });
  }
});
