import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directionOf, LANGUAGES, type Language } from '@flight-offset/core';
import { CLAIMS, DENIED } from '@flight-offset/core/testing';
import type { Messages } from './messages.ts';
import { TEXTS } from './texts.ts';

/** Lists all texts of a language, flat: `fuel.project` beside `project`. */
function flat({ fuel, ...texts }: Messages): [key: string, text: string][] {
  return [
    ...Object.entries(texts),
    ...Object.entries(fuel).map(([key, text]): [string, string] => [`fuel.${key}`, text]),
  ];
}

const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const english = new Map(flat(TEXTS.en));

for (const language of LANGUAGES) {
  describe(`pages in ${language}`, () => {
    const texts = flat(TEXTS[language]);

    it('have every message, with the same placeholders', () => {
      for (const [key, text] of texts) {
        assert.notEqual(text.trim(), '', key);
        assert.deepEqual(places(text), places(english.get(key) ?? ''), key);
      }
    });

    // From right to left, the full stop of Air Ltd. stands before it, and 100-2345 reads 2345-100, unless they are isolated.
    if (directionOf(language) === 'rtl')
      it('isolate the direction of payer names, merchant names and tax numbers', () => {
        const named = texts.filter(([, text]) => /\{(?:name|merchant|id)\}/.test(text));
        assert.equal(named.length, 5);
        for (const [key, text] of named) assert.match(text, /\u2068\{(?:name|merchant|id)\}\u2069/, key);
      });

    // From right to left, 4000 0000 0000 0002 reads 0002 0000 0000 4000 unless it is isolated.
    if (directionOf(language) === 'rtl')
      it('keep groups of digits in their order', () => {
        const groups = texts.flatMap(([, text]) => text.match(/.?\d+(?: \d+)+.?/g) ?? []);
        assert.ok(groups.length > 0);
        for (const group of groups) assert.match(group, /^\u2066.+\u2069$/);
      });

    it('begin no line with a punctuation mark: the space before it does not break', () => {
      for (const [key, text] of texts) assert.doesNotMatch(text, / [:;!?»…]/, key);
    });

    it('use no amount as the subject of a plural verb, since it may be one', () => {
      for (const [key, text] of texts)
        assert.doesNotMatch(text, /\{amount\} (?:werden|wurden|sont|ont|se están|se \S+ron) /, key);
    });

    it('have typographic apostrophes, as the widget has', () => {
      for (const [key, text] of texts) assert.doesNotMatch(text, /'/, key);
    });

    it('make no prohibited claim', () => {
      for (const [key, text] of texts) assert.doesNotMatch(text, CLAIMS[language], key);
    });

    it('deny, in the mandatory sentence, that emissions are reduced or cancelled', () => {
      for (const text of [TEXTS[language].notACancellation, TEXTS[language].fuel.notACancellation])
        assert.match(text, DENIED[language]);
    });

    if (language !== 'en')
      it('are translated', () => {
        const same = texts.filter(([key, text]) => text === english.get(key));
        // Units are international; "transaction" is French as well.
        assert.deepEqual(
          same.map(([key]) => key).filter((key) => !['kilograms', 'tonnes', 'transaction'].includes(key)),
          [],
        );
      });
  });
}

/** Words that are a second term, or another spelling, for a term of the widget and most pages. */
const SECOND_TERMS: Partial<Record<Language, RegExp>> = {
  ar: /استُرد/,
  fr: /pas été débité/,
  hi: /खरीद|पेज|आपके लिए आवंटित|रजिस्ट्री पर|प्रयास|विधि|कर नंबर|अन्य स्थान/,
  ja: /あなた/,
};

it('pages use the same terms as the widget', () => {
  for (const [language, second] of Object.entries(SECOND_TERMS))
    for (const [key, text] of flat(TEXTS[language as Language])) assert.doesNotMatch(text, second, key);
});

it('the Arabic vintage does not mean year of issuance, and the Hindi note on fuel names CO₂e', () => {
  assert.doesNotMatch(TEXTS.ar.vintage, /إصدار/);
  assert.match(TEXTS.hi.fuel.creditsNote, /CO₂e/);
});

it('in Arabic, “next batch” names whole tonnes, since the word for batch also means payment', () => {
  const named = flat(TEXTS.ar).filter(([, text]) => text.includes('الدفعة التالية'));
  assert.equal(named.length, 4);
  for (const [key, text] of named) assert.match(text, /الدفعة التالية من الأطنان الكاملة/, key);
});

it('translations keep who refunds and what is retired, and do not call a mass a sum of money', () => {
  for (const [language, key, word] of [
    ['de', 'completedAllocated', /Ihnen zugeteilt und werden/],
    ['de', 'fuel.completedAllocated', /Ihnen zugeteilt und werden/],
    ['de', 'bookingNote', /keinen Einfluss/],
    ['de', 'batchGrams', /Gesamtmenge/],
    ['de', 'faultNote', /schreiben Sie uns/],
    ['fr', 'bookingNote', /incidence/],
    ['fr', 'refundedByMerchant', /reverse/],
    ['fr', 'batchGrams', /Quantité/],
    ['fr', 'receiptProof', /au registre/],
    ['es', 'completedPartlyRetired', /se retirará con el próximo/],
    ['es', 'fuel.completedPartlyRetired', /se retirará con el próximo/],
    ['es', 'batchGrams', /Cantidad/],
    ['es', 'receiptProof', /en el registro/],
    ['hi', 'retirementsNote', /^रजिस्ट्रियाँ/],
    ['hi', 'batchGrams', /मात्रा/],
    ['ar', 'creditsToBuy', /من التداول/],
    ['ar', 'creditsRetired', /من التداول/],
    ['ar', 'fuel.creditsRetired', /من التداول/],
    ['ar', 'completedRetired', /من التداول/],
    ['ar', 'receiptProof', /من التداول/],
    ['ar', 'retirements', /من التداول/],
    ['ar', 'ccpLabel', /كما في/],
    ['ar', 'refundedByMerchant', /يصلك المبلغ من/],
    ['ar', 'batchGrams', /الكمية/],
    ['ja', 'creditsAllocated', /まだ無効化されていない/],
    ['ja', 'refundedByMerchant', /お返しします/],
    ['ja', 'notACancellation', /^拠出金/],
    ['ja', 'bookingNote', /^ご/],
    ['ja', 'batchGrams', /量/],
  ] as const)
    assert.match(new Map(flat(TEXTS[language])).get(key)!, word);
});
