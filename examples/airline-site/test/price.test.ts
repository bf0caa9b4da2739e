import assert from 'node:assert/strict';
import { it } from 'node:test';
import { firstDay } from '../src/booking.ts';
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

it('the first booking is a week away at least', () => {
  const days = ['2026-12-07T00:00:00Z', '2026-12-07T00:00:01Z', '2027-01-01T00:00:00Z'];
  const booked = days.map((now) => firstDay(Date.parse(now)));
  assert.deepEqual(booked, ['2026-12-14', '2027-12-14', '2027-12-14']);
});
