import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { LANGUAGES, ROOT, TEXT_SETS } from '../scripts/bundler.ts';

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

/**
 * Claims that no traveller may read, by language. The mandatory sentence denies the last group (reduce, cancel),
 * so there, and only there, those words are allowed.
 */
const CLAIMS: Readonly<Record<string, RegExp>> = {
  en: /neutral|net.?zero|offset|compensat|climate.positive|\bgreen|\beco\b|eco-|sustainab|responsib|guilt|footprint|carbon.free/i,
  de: /neutral|netto.?null|kompens|ausgleich|wettmach|klimapositiv|grün|\böko|umweltfreundlich|nachhaltig|verantwort|schuld|fußabdruck|co.?frei/i,
  fr: /neutr|zéro.net|compens|positif|\bvert|\béco|écolo|durable|responsab|culpab|empreinte|décarbon/i,
  es: /neutr|cero.neto|compens|positivo|verde|\beco|ecol|sostenib|sustentab|responsab|culpa|huella/i,
  hi: /तटस्थ|शून्य|भरपाई|प्रतिपूर्ति|हरित|इको|टिकाऊ|सतत|ज़िम्मेदार|जिम्मेदार|अपराधबोध|पदचिह्न|ऑफ़?सेट|न्यूट्रल/,
  ar: /محايد|حياد|صفر|تعويض|تعوّض|يعوّض|أخضر|خضراء|صديق|بيئي|مستدام|استدامة|مسؤول|ذنب|بصمة/,
  ja: /中立|ニュートラル|ネットゼロ|実質ゼロ|相殺|オフセット|グリーン|エコ(?!ノミー)|サステナ|持続可能|責任|罪悪|フットプリント|環境に優しい/,
};
const DENIED: Readonly<Record<string, RegExp>> = {
  en: /reduc|cancel|avoid|remov|undo/i,
  de: /reduzi|verringer|senk|vermeid|hebt .* auf|aufheb|ungeschehen/i,
  fr: /rédui|annul|évit|effac/i,
  es: /reduc|anul|evit|elimin/i,
  hi: /घट|समाप्त|मिट/,
  ar: /خفّض|تلغي|يلغي|تقليل|إزالة/,
  ja: /減ら|打ち消|削減|なくす/,
};

for (const set of TEXT_SETS) {
  const english = await texts(set, 'en');
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

  for (const language of ['en', ...LANGUAGES]) {
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
        assert.doesNotMatch(text, CLAIMS[language]!, key);
        if (key !== 'disclaimer') assert.doesNotMatch(text, DENIED[language]!, key);
      }
    });
  }
}

test('the mandatory sentence denies, in every language, that emissions are reduced or cancelled', async () => {
  for (const set of ['widget', 'status'])
    for (const language of ['en', ...LANGUAGES])
      assert.match((await texts(set, language)).get('disclaimer')!, DENIED[language]!, `${set}/${language}`);
});

test('claims are found where they are made', () => {
  const made: Readonly<Record<string, string[]>> = {
    en: ['Fly carbon neutral', 'Offset your flight', 'The green way', 'Eco choice', 'Travel responsibly'],
    de: ['Klimaneutral fliegen', 'Flug kompensieren', 'CO₂ ausgleichen', 'Nachhaltig reisen'],
    fr: ['Vol neutre en carbone', 'Compensez votre vol', 'Voyage durable'],
    es: ['Vuelo neutro en carbono', 'Compense su vuelo', 'Viaje sostenible'],
    hi: ['कार्बन तटस्थ उड़ान', 'हरित यात्रा'],
    ar: ['رحلة محايدة للكربون', 'سفر مستدام'],
    ja: ['カーボンニュートラルな旅', 'フライトをオフセット', 'エコな旅'],
  };
  for (const [language, claims] of Object.entries(made))
    for (const claim of claims) assert.match(claim, CLAIMS[language]!);
  assert.doesNotMatch('エコノミー', CLAIMS.ja!);
});

test('no file of texts is left out', () => {
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
