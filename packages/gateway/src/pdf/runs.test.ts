import assert from 'node:assert/strict';
import test from 'node:test';
import { openSync } from 'fontkit';
import { type Direction, runsOf } from './runs.ts';

const cases: [name: string, direction: Direction, line: string, fromTheLeft: string[]][] = [
  ['one face, one run', 'ltr', 'Price per tonne (net): ₹1,199.00', ['Price per tonne (net): ₹1,199.00']],
  ['Japanese has a face of its own', 'ltr', 'QR コード', ['QR ', 'コード']],
  ['Arabic words in a line from the left', 'ltr', 'for محمد علي, Bern', ['for ', 'محمد علي', ', ', 'Bern']],
  [
    'the last words of a line from the right stand on the left',
    'rtl',
    'رمز QR هذا',
    ['هذا', ' ', 'QR', 'رمز '],
  ],
  ['numbers run from the left', 'rtl', 'السعر 16.36', ['16.36', 'السعر ']],
  ['brackets are mirrored', 'rtl', 'رمز (QR)', ['(', 'QR', 'رمز )']],
  ['marks of direction are not drawn', 'rtl', '\u200f18.76 €', ['€ ', '18.76']],
  [
    'Hindi stands apart from Latin, whose run would leave its vowels behind their letters',
    'ltr',
    'Zoë के लिए 8 ऑर्डर R34',
    ['Zoë ', 'के लिए 8 ऑर्डर ', 'R34'],
  ],
  ['nothing', 'rtl', '', []],
];
for (const [name, direction, line, expected] of cases) {
  test(name, () => {
    const runs = runsOf(line, direction).map(({ text }) => text);
    assert.deepEqual(runs, expected);
  });
}

const drawn: [name: string, direction: Direction, line: string, fromTheLeft: string][] = [
  ['an amount in digits of Arabic', 'rtl', '\u200f١٥٫٣٨ €', '€ ١٥٫٣٨'],
  ['words around them', 'ltr', 'for حجز ١٢٣', 'for ١٢٣ زجح'],
  ['digits of Persian', 'rtl', '۴۵۶', '۴۵۶'],
];
for (const [name, direction, line, expected] of drawn) {
  test(`${name}: digits run left to right`, () => {
    const glyphs = runsOf(line, direction).flatMap(({ text, face }) => {
      const font = openSync(face.files.regular);
      return 'layout' in font ? font.layout(text, []).glyphs : [];
    });
    assert.equal(String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints)), expected);
  });
}
