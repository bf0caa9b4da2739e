import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { LANGUAGES as CORE_LANGUAGES } from '@flight-offset/core';
import { CLAIMS, DENIED } from '@flight-offset/core/testing';
import { LANGUAGES, ROOT, TEXT_SETS } from '../scripts/bundler.ts';
import { LANGUAGES as KNOWN } from '../src/messages/languages.ts';

type Texts = { readonly [key: string]: string | { readonly [key: string]: string } };

/** The texts of one set in one language, flat: `cabins.economy` beside `disclaimer`. */
async function texts(set: string, language: string): Promise<Map<string, string>> {
  const module = (await import(`../src/messages/${set}/${language}.ts`)) as Record<string, Texts>;
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(Object.values(module)[0]!))
    if (typeof value === 'string') flat.set(key, value);
    else for (const [inner, text] of Object.entries(value)) flat.set(`${key}.${inner}`, text);
  return flat;
}

for (const set of TEXT_SETS) {
  const english = await texts(set, 'en');
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

  for (const language of CORE_LANGUAGES) {
    test(`${set}/${language} has every message and placeholder`, async () => {
      const own = await texts(set, language);
      assert.deepEqual([...own.keys()].sort(), [...english.keys()].sort());
      for (const [key, text] of own) {
        assert.notEqual(text.trim(), '', key);
        assert.deepEqual(placeholders(text), placeholders(english.get(key)!), key);
      }
    });

    test(`${set}/${language} makes no claim`, async () => {
      for (const [key, text] of await texts(set, language)) {
        assert.doesNotMatch(text, CLAIMS[language], key);
        if (key !== 'disclaimer') assert.doesNotMatch(text, DENIED[language], key);
      }
    });
  }
}

test('the mandatory sentence denies, in every language, that emissions are reduced or cancelled', async () => {
  for (const set of ['widget', 'status'])
    for (const language of CORE_LANGUAGES)
      assert.match((await texts(set, language)).get('disclaimer')!, DENIED[language], `${set}/${language}`);
});

test('French texts before a colon end with a non-breaking space', async () => {
  for (const [set, ...keys] of [
    ['widget', 'purchase'],
    ['checkout', 'purchaseFuel'],
    ['status', 'allocated', 'retired'],
    ['method', 'contrails_low', 'contrails_medium', 'contrails_high'],
  ] as const) {
    const french = await texts(set, 'fr');
    for (const key of keys) assert.match(french.get(key)!, /\S\u00a0$/, key);
  }
});

test('punctuation in French and German does not begin a line: the space before it does not break', async () => {
  for (const set of TEXT_SETS)
    for (const language of CORE_LANGUAGES)
      for (const [key, text] of await texts(set, language))
        assert.doesNotMatch(text, / [:;!?»…]/, `${set}/${language} ${key}`);
});

test('translations use one term for a refund, fuel and the traveller in the widget and on the pages after it', async () => {
  for (const [language, second] of [
    ['ar', /استُرد/],
    ['de', /Treibstoff/],
    ['ja', /あなた/],
  ] as const)
    for (const set of TEXT_SETS)
      for (const [key, text] of await texts(set, language)) assert.doesNotMatch(text, second, key);
});

test('the message about an added price has no plural verb: it must agree with any amount', async () => {
  for (const language of CORE_LANGUAGES)
    assert.doesNotMatch(
      (await texts('checkout', language)).get('added')!,
      /kommen|s’ajoutent|añaden|जुड़ेंगे/,
      language,
    );
});

test('translations keep distance, contrails, likelihood, cabin class and the beneficiary of retired credits', async () => {
  for (const [set, language, key, word] of [
    ['method', 'es', 'typical_length', /distancia/],
    ['method', 'es', 'contrails_low', /estelas de condensación/],
    ['method', 'fr', 'contrails_low', /traînées de condensation/],
    ['widget', 'ja', 'range', /おそらく/],
    ['status', 'ja', 'retired', /お客様のために/],
    ['status', 'ja', 'retiredFuel', /お客様のために/],
    ['widget', 'de', 'purchase', /^Kauf und/],
    ['widget', 'de', 'disclaimer', /an einem anderen Ort/],
    ['widget', 'de', 'unaffected', /keinen Einfluss/],
    ['widget', 'de', 'retry', /^Bitte/],
    ['checkout', 'de', 'purchaseFuel', /^Kauf von/],
    ['checkout', 'de', 'offerChanged', /Angebot anzunehmen/],
    ['status', 'de', 'allocated', /über \{mass\} sind/],
    ['status', 'de', 'unaffected', /keinen Einfluss/],
    ['method', 'de', 'average_of_cabins', /Reiseklassen/],
    ['back-office', 'de', 'time', /punkt$/],
    ['widget', 'fr', 'cabins.business', /classe/],
    ['widget', 'fr', 'cabins.first', /première classe/],
    ['widget', 'fr', 'purchase', /^Achat et/],
    ['widget', 'fr', 'unaffected', /incidence/],
    ['widget', 'fr', 'retry', /ez$/],
    ['checkout', 'fr', 'purchaseFuel', /^Achat de/],
    ['status', 'fr', 'unaffected', /incidence/],
    ['method', 'fr', 'world_mix', /sur cette distance/],
    ['method', 'fr', 'typical_route', /^Dans la normale/],
    ['back-office', 'fr', 'time', /^Date/],
    ['widget', 'es', 'cabins.economy', /clase/],
    ['widget', 'es', 'cabins.first', /clase/],
    ['widget', 'es', 'purchase', /^Compra y retirada/],
    ['widget', 'es', 'retry', /^Inténtelo/],
    ['checkout', 'es', 'purchaseFuel', /^Compra de/],
    ['status', 'es', 'allocated', /^Tiene/],
    ['method', 'es', 'world_mix', /para esta distancia/],
    ['method', 'es', 'typical_route', /^Dentro de/],
    ['back-office', 'es', 'time', /^Fecha/],
    ['widget', 'hi', 'label', /क्लास/],
    ['widget', 'hi', 'total', /^कुल/],
    ['widget', 'hi', 'unavailable', /के लिए अनुमान/],
    ['checkout', 'hi', 'soldOut', /बिक/],
    ['checkout', 'hi', 'alreadyPaid', /योगदान/],
    ['method', 'hi', 'lower_route', /मार्ग पर/],
    ['method', 'hi', 'world_mix', /दूरी की उड़ानों/],
    ['back-office', 'hi', 'time', /तारीख/],
    ['back-office', 'hi', 'paid', /राशि/],
    ['widget', 'ar', 'cabins.business', /درجة/],
    ['widget', 'ar', 'cabins.first', /الدرجة/],
    ['widget', 'ar', 'range', /من \{low\}/],
    ['widget', 'ar', 'purchase', /من التداول/],
    ['method', 'ar', 'band', /^من/],
    ['status', 'ar', 'retired', /من التداول/],
    ['status', 'ar', 'retiredFuel', /من التداول/],
    ['method', 'ar', 'typical_length', /^ضمن/],
    ['back-office', 'ar', 'time', /التاريخ/],
    ['back-office', 'ar', 'statuses.failed', /^فشل$/],
    ['widget', 'ja', 'label', /クラス）/],
    ['widget', 'ja', 'disclaimer', /^拠出金/],
    ['widget', 'ja', 'unaffected', /^ご/],
    ['widget', 'ja', 'retry', /ください$/],
    ['checkout', 'ja', 'added', /^ご/],
    ['checkout', 'ja', 'alreadyPaid', /拠出金/],
    ['status', 'ja', 'refunded', /^拠出金/],
    ['status', 'ja', 'unaffected', /^ご/],
  ] as const)
    assert.match((await texts(set, language)).get(key)!, word);
});

test('travellers are addressed in the languages of core', () => {
  assert.deepEqual(KNOWN, CORE_LANGUAGES);
  assert.deepEqual(['en', ...LANGUAGES].toSorted(), CORE_LANGUAGES.toSorted());
});

test('every file of messages is tested', () => {
  const folders = readdirSync(`${ROOT}src/messages`, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  assert.deepEqual(folders.map(({ name }) => name).sort(), [...TEXT_SETS].sort());
  for (const set of TEXT_SETS)
    for (const file of readdirSync(`${ROOT}src/messages/${set}`))
      assert.ok(
        /-(messages|texts)\.ts$/.test(file) || ['en', ...LANGUAGES].includes(file.slice(0, -'.ts'.length)),
        file,
      );
});
