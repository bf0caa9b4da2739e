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

it('kilograms are a decimal number of a mass that can be: anything else is refused, with the limits', async () => {
  const service = fakeService();
  const run = createConsole({ ...service, orders: { ...service.orders, find: async () => undefined } });
  const typed = async (kilograms: string): Promise<string> => {
    const url = `https://pay.example/console/merchants/${OWN}/orders/ord_1/refund?${new URLSearchParams({ kilograms })}`;
    const request = new Request(url, { headers: { cookie: '__Host-console_session=admin' } });
    return (await run({ request, body: Buffer.of(), address: '' })).text();
  };
  const limits = /Kilograms must be a number from 0\.001 to 1,000,000,000, such as 12\.5\./;
  for (const text of ['0x10', '0b1', '1,5', '-1', '-0', '0', '٣', '1e10', '1e999', 'Infinity', '.', '1 2'])
    assert.match(await typed(text), limits, text);
  for (const text of ['12.5', ' 12 ', '1e3', '.5', '1000000000'])
    assert.doesNotMatch(await typed(text), /Kilograms must/, text);
  // As many digits as a form holds, in one pass: while they are read, nobody else gets a response.
  assert.match(await typed(`${'1'.repeat(60_000)}x`), limits);
});
