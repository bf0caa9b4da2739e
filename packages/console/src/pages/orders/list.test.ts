import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import { fakeService, OWN } from '../../testing/fake-service.ts';

it('the days of the filter are creation days in UTC, and the page labels them so', async () => {
  const service = fakeService();
  const requested: unknown[] = [];
  const orders: typeof service.orders = {
    ...service.orders,
    list: async (_, filter) => {
      requested.push(filter);
      return { rows: [], next: undefined };
    },
  };
  const path = `/console/merchants/${OWN}/orders?from=2026-03-29&to=2026-03-31`;
  const headers = { cookie: '__Host-console_session=viewer' };
  const request = new Request(`https://pay.example${path}`, { headers });
  const run = createConsole({ ...service, orders });
  const page = await (await run({ request, body: new Uint8Array(), address: '' })).text();
  assert.deepEqual(requested, [{ from: '2026-03-29', to: '2026-03-31' }]);
  for (const [label, day] of [
    ['Created from (UTC)', '2026-03-29'],
    ['Created to (UTC)', '2026-03-31'],
  ] as const)
    assert.ok(
      page.split(`>${label}</label>`)[1]?.startsWith(`<input `) &&
        page.includes(`type="date" value="${day}"`),
    );
});

it('a search without results names what can be searched for, which names cannot', async () => {
  const service = fakeService();
  const orders = { ...service.orders, list: async () => ({ rows: [], next: undefined }) };
  const run = createConsole({ ...service, orders });
  const headers = { cookie: '__Host-console_session=viewer' };
  const textOf = async (query: string): Promise<string> => {
    const request = new Request(`https://pay.example/console/merchants/${OWN}/orders?${query}`, { headers });
    return (await run({ request, body: new Uint8Array(), address: '' })).text();
  };
  assert.match(await textOf('search=Zoe'), /but not parts of them or names/);
  assert.doesNotMatch(await textOf('status=failed'), /nor a name/);
});

it('an end date before the start date is named on the list, and refused for an export', async () => {
  const service = fakeService();
  const orders: typeof service.orders = {
    ...service.orders,
    list: async () => ({ rows: [], next: undefined }),
    export: async () => new ReadableStream(),
  };
  const run = createConsole({ ...service, orders });
  const headers = { cookie: '__Host-console_session=operator' };
  const get = async (path: string) => {
    const request = new Request(`https://pay.example/console/merchants/${OWN}/${path}`, { headers });
    return run({ request, body: new Uint8Array(), address: '' });
  };
  const list = await get('orders?from=2026-03-31&to=2026-03-30');
  assert.equal(list.status, 200);
  assert.match(await list.text(), /No order matches. The end date is before the start date\./);
  const file = await get('orders.csv?from=2026-03-31&to=2026-03-30');
  assert.equal(file.status, 422);
  assert.match(await file.text(), /The end date is before the start date\./);
  assert.equal((await get('orders.csv?from=2026-03-31&to=2026-03-31')).status, 200, 'the last day counts');
});
