import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatMoney } from './money.ts';

for (const [currency, amount_minor, text] of [
  ['INR', 137_405, '₹1,374.05'],
  ['JPY', -1374, '-¥1,374'],
  ['KWD', 5, 'KWD\u00a00.005'],
  // A provider may know currencies in which nothing is sold: pages about unclaimed money show what it states.
  ['BGN', 1250, '1250 minor units of BGN'],
] as const)
  it(`${amount_minor} ${currency}: ${text}`, () =>
    assert.equal(formatMoney({ currency, amount_minor }), text));
