import assert from 'node:assert/strict';
import test from 'node:test';
import { LANGUAGES } from '@flight-offset/core';
import { TEXTS } from '../pages/messages/texts.ts';
import { printable } from './faces.ts';

for (const language of LANGUAGES) {
  test(`every text of a receipt in ${language} can be drawn`, () => {
    const { fuel, ...texts } = TEXTS[language];
    for (const text of [...Object.values(texts), ...Object.values(fuel)])
      assert.equal(printable(text), text.replaceAll('₂', '2').replaceAll('\u202f', '\u00a0'));
  });
}

const names: [name: string, drawn: string][] = [
  ['Zoë Łukasz Ñandú', 'Zoë Łukasz Ñandú'],
  ['Зоя Ωνάσης', 'Зоя Ωνάσης'],
  ['山田 太郎', '山田 太郎'],
  ['محمد', 'محمد'],
  ['A😀B', 'AB'],
  ['הזמנה 7', '????? 7'],
  ['1\u202f374', '1\u00a0374'],
  ['CO₂e', 'CO2e'],
];
for (const [name, drawn] of names) {
  test(`${name} is drawn as ${drawn}`, () => assert.equal(printable(name), drawn));
}
