/** The rows of carriers are the same whether a generation packed their counts or their first rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digits } from '../scripts/build/pack.ts';
import { carrierRows } from '../scripts/renew/carrier-rows.ts';

const ROWS = [
  { carrier: 'AA', from: 0, to: 70 },
  { carrier: 'LX', from: 70, to: 71 },
  { carrier: 'UA', from: 71, to: 4200 },
];

test('reads the number of the first row of each carrier', () => {
  const packed = ROWS.map(({ carrier, from }) => carrier + digits(from, 3)).join('');
  assert.deepEqual(carrierRows(packed, 4200), ROWS);
});

test('reads the number of rows of each carrier, as in an older format', () => {
  const rows = ROWS.map((row) => ({ ...row, to: Math.min(row.to, 4000) }));
  const packed = rows.map(({ carrier, from, to }) => carrier + digits(to - from, 2)).join('');
  assert.deepEqual(carrierRows(packed, 4000), rows);
});
