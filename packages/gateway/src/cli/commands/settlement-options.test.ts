import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readLimits, readSettlement, readTax } from './settlement-options.ts';

it('limits are whole units of their currency', () => {
  assert.deepEqual(readLimits('EUR:50000,JPY:3000000, KWD:12.345'), [
    { currency: 'EUR', limit_minor: 5_000_000 },
    { currency: 'JPY', limit_minor: 3_000_000 },
    { currency: 'KWD', limit_minor: 12_345 },
  ]);
  for (const text of ['', 'EUR', 'EUR:', 'eur:1', 'EUR:-1', 'EUR:1e3', 'EUR:1,'])
    assert.throws(() => readLimits(text), /--limit must be amounts such as/, text);
  for (const [text, message] of [
    ['EUR:1,XXX:1', '--limit names XXX, and there is no such currency.'],
    ['EUR:1,JPY:1.5', '--limit has more decimals than JPY.'],
  ] as const)
    assert.throws(() => readLimits(text), { code: 'usage', message });
  assert.throws(() => readLimits('EUR:1,JPY:2,EUR:3'), {
    code: 'usage',
    message: '--limit names EUR twice.',
  });
  assert.throws(() => readLimits('CLF:999999999999'), {
    code: 'usage',
    message: /^--limit is too large: CLF/,
  });
});

it('a tax has a mode, a rate and a label', () => {
  assert.equal(readTax('none'), null);
  assert.deepEqual(JSON.parse(readTax('inclusive:18:GST:29ABC:X') ?? ''), {
    mode: 'inclusive',
    rate: 18,
    label: 'GST',
    sellerId: '29ABC:X',
  });
  for (const text of ['', 'inclusive', 'inclusive::VAT', 'inclusive:x:VAT', 'inclusive:101:VAT', 'on:19:VAT'])
    assert.throws(() => readTax(text), /--tax/, text);
});

it('orders are settled by the payer or the merchant', () => {
  assert.equal(readSettlement('merchant'), 'merchant');
  assert.throws(() => readSettlement('bank'), /--settlement/);
});
