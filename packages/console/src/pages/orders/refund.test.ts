import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import type { OrderDetail, OrderRefund } from '../../service/order.ts';
import { fakeService, OWN } from '../../testing/fake-service.ts';
import { timeline } from './timeline.ts';

it('the confirmation page shows what is left now, also if another refund came in between', async () => {
  const left = (tonnes: number) => ({
    money: { currency: 'EUR', amount_minor: tonnes * 1000 },
    grams: tonnes * 1e6,
  });
  const { money: amount, grams } = left(1);
  const run = createConsole({
    ...fakeService(),
    orders: {
      ...fakeService().orders,
      find: async () =>
        ({
          id: 'ord_1',
          amount,
          left: left(9),
          refunds: [] as readonly OrderRefund[],
        }) as Partial<OrderDetail> as OrderDetail,
      previewRefund: async () => ({ amount, grams, left: left(8), version: '8' }),
    },
  });
  const url = `https://pay.example/console/merchants/${OWN}/orders/ord_1/refund?kilograms=1000`;
  const request = new Request(url, { headers: { cookie: '__Host-console_session=admin' } });
  const text = await (await run({ request, body: Buffer.of(), address: '' })).text();
  assert.match(text, /€10\.00<\/strong> of €80\.00/);
  assert.match(text, /1 t of 8 t/);
});

it('accepts kilograms as a decimal number from 0.001 to 1,000,000,000; names the limits otherwise', async () => {
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
  // The maximum number of digits, in one pass: while they are read, no other request gets a response.
  assert.match(await typed(`${'1'.repeat(60_000)}x`), limits);
});

it('the confirmation page lists earlier refunds', async () => {
  const money = (amount_minor: number) => ({ currency: 'EUR', amount_minor });
  const part = { cause: 'requested', createdAt: Date.UTC(2026, 10, 12, 9, 30) } as OrderRefund;
  const textWith = async (refunds: readonly OrderRefund[]): Promise<string> => {
    const left = { money: money(9000), grams: 9e6 };
    const order = { id: 'ord_1', amount: money(9000), left, refunds } as OrderDetail;
    const { orders, ...others } = fakeService();
    const previewRefund = async () => ({ amount: money(100), grams: 1000, left, version: '8' });
    const run = createConsole({ ...others, orders: { ...orders, find: async () => order, previewRefund } });
    const url = `https://pay.example/console/merchants/${OWN}/orders/ord_1/refund?kilograms=1`;
    const request = new Request(url, { headers: { cookie: '__Host-console_session=admin' } });
    return (await run({ request, body: Buffer.of(), address: '' })).text();
  };
  const again = await textWith([
    { ...part, state: 'pending', amount: money(1250) },
    { ...part, state: 'completed', cause: 'dispute', amount: money(300) },
  ]);
  assert.match(again, /Earlier<.*€12\.50, refunded <time datetime="2026-11-12T09:30/s);
  assert.match(again, /€3\.00, disputed /);
  assert.doesNotMatch(await textWith([{ ...part, state: 'failed', amount: money(1250) }]), /Earlier/);
});

it('a refund of money that the merchant collected goes to no provider, and pages name who pays it', async () => {
  const amount = { currency: 'EUR', amount_minor: 1250 };
  const noticeOf = async (settlement: OrderDetail['settlement']): Promise<string | null> => {
    const { orders, ...others } = fakeService();
    const find = async () => ({ id: 'ord_1', settlement }) as OrderDetail;
    const run = createConsole({ ...others, orders: { ...orders, find, refund: async () => undefined } });
    const headers = {
      cookie: '__Host-console_session=admin',
      origin: 'https://pay.example',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const url = `https://pay.example/console/merchants/${OWN}/orders/ord_1/refund`;
    const form = new URLSearchParams({ as: 'person-admin', once: randomUUID(), version: '1', all: 'yes' });
    const request = new Request(url, { method: 'POST', headers });
    const response = await run({ request, body: Buffer.from(`${form}`), address: '' });
    return response.headers.get('location');
  };
  assert.match((await noticeOf('payer')) ?? '', /done=refund$/);
  assert.match((await noticeOf('merchant')) ?? '', /done=refund-merchant$/);
  const refund = {
    id: 'rfd_1',
    orderId: 'ord_1',
    amount,
    grams: 1,
    createdAt: 1,
    settledAt: 2,
    fault: undefined,
    paidReference: undefined,
  };
  const shown = async (settlement: string, reference: string | undefined): Promise<string> => {
    const refunds = [
      { ...refund, cause: 'requested', state: 'completed', reason: 'leg cancelled', reference },
    ];
    const order = {
      createdAt: 1,
      amount,
      grams: 1,
      payments: [],
      allocations: [],
      webhooks: [],
      refunds,
      settlement,
    };
    return String(await timeline(order as unknown as OrderDetail));
  };
  assert.match(await shown('merchant', undefined), /€12\.50, taken off the merchant&#39;s next statement/);
  assert.match(await shown('payer', 're_3Qx'), / re_3Qx, leg cancelled/, "with the provider's reference");
  assert.doesNotMatch(await shown('payer', 're_3Qx'), /statement/);
});
