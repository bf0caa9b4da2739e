import assert from 'node:assert/strict';
import { it } from 'node:test';
import { returnUrl } from './return-url.ts';

const BACK = 'https://air.example/booking?id=7&order_id=forged';
const live = { sandbox: 0, return_origins: '["https://air.example","http://air.example:8080"]' };
const sandbox = { sandbox: 1, return_origins: '[]' };

it('payers return only to an origin of the merchant, with the order id', () => {
  const cases = [
    [BACK, live, 'https://air.example/booking?id=7&order_id=ord_1'],
    ['http://air.example:8080/', live, 'http://air.example:8080/?order_id=ord_1'],
    [undefined, live, undefined],
    ['', live, undefined],
    ['/booking', live, undefined],
    ['http://air.example/', live, undefined],
    ['https://air.example:8080/', live, undefined],
    ['https://air.example.evil.example/', live, undefined],
    ['https://evil.example/', live, undefined],
    ['https://evil.example@air.example/', live, undefined],
    ['https://air.example:secret@air.example/', live, undefined],
    ['https://:secret@air.example/', live, undefined],
    ['javascript:alert(1)', live, undefined],
    ['http://localhost:4030/', live, undefined],
    [BACK, { ...live, return_origins: '[]' }, undefined],
    [BACK, { ...live, return_origins: '"https://air.example"' }, undefined],
    ['http://localhost:4030/', sandbox, 'http://localhost:4030/?order_id=ord_1'],
    ['ftp://localhost/', sandbox, undefined],
    ['https://evil.example/', sandbox, undefined],
  ] as const;
  for (const [requested, merchant, expected] of cases)
    assert.equal(returnUrl(requested, 'ord_1', merchant)?.href, expected, requested);
});
