import assert from 'node:assert/strict';
import test from 'node:test';
import { LANGUAGES, type Language } from '../units/locale.ts';
import { CLAIMS } from './claims.ts';

const MADE: Readonly<Record<Language, readonly string[]>> = {
  en: ['Fly carbon neutral', 'Offset your flight', 'The green way', 'Eco choice', 'Travel responsibly'],
  de: ['Klimaneutral fliegen', 'Flug kompensieren', 'CO₂ ausgleichen', 'Nachhaltig reisen'],
  fr: ['Vol neutre en carbone', 'Compensez votre vol', 'Voyage durable'],
  es: ['Vuelo neutro en carbono', 'Compense su vuelo', 'Viaje sostenible'],
  hi: ['कार्बन तटस्थ उड़ान', 'हरित यात्रा'],
  ar: ['رحلة محايدة للكربون', 'سفر مستدام'],
  ja: ['カーボンニュートラルな旅', 'フライトをオフセット', 'エコな旅'],
};

for (const language of LANGUAGES) {
  test(`finds claims: ${language}`, () => {
    for (const claim of MADE[language]) assert.match(claim, CLAIMS[language], claim);
  });
}

test('the Japanese word for economy class is no claim', () => {
  assert.doesNotMatch('エコノミー', CLAIMS.ja);
});
