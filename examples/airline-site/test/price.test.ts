import assert from 'node:assert/strict';
import { it } from 'node:test';
import { kilogramsText, priceText } from '../src/price.ts';

for (const [minor, currency, text] of [
  [137_405, 'EUR', '€1,374.05'],
  [1374, 'JPY', 'JP¥1,374'],
  [4750, 'KWD', 'KWD\u00a04.750'],
  // Browsers write it in whole units; the widget's prices are in hundredths.
  [83_787, 'HUF', 'HUF\u00a0837.87'],
] as const)
  it(`${minor} minor units of ${currency} are ${text}`, () => assert.equal(priceText(minor, currency), text));

it('kilograms are those that the widget states, to a tenth', () =>
  assert.deepEqual([573, 3789.94].map(kilogramsText), ['573', '3,789.9']));
