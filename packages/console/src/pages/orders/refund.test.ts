import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import type { OrderDetail } from '../../service/order.ts';
import { fakeService, OWN } from '../../testing/fake-service.ts';

it('what is left, on the page that asks, is what the refund is of: also where another one came in between', async () => {
  const left = (tonnes: number) => ({
    money: { currency: 'EUR', amount_minor: tonnes * 1000 },
    grams: tonnes * 1e6,
  });
  const { money: amount, grams } = left(1);
  const run = createConsole({
    ...fakeService(),
    orders: {
      ...fakeService().orders,
      find: async () => ({ id: 'ord_1', amount, left: left(9) }) as OrderDetail,
      previewRefund: async () => ({ amount, grams, left: left(8), version: '8' }),
    },
  });
  const url = `https://pay.example/console/merchants/${OWN}/orders/ord_1/refund?kilograms=1000`;
  const request = new Request(url, { headers: { cookie: '__Host-console_session=admin' } });
  const text = await (await run({ request, body: Buffer.of(), address: '' })).text();
  assert.match(text, /€10\.00<\/strong> of €80\.00/);
  assert.match(text, /1 t of 8 t/);
});
