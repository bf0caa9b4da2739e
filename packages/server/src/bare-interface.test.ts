/** A recorded run against a service of the bare interface: it sends only what the interface lists. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Checkout } from '@flight-offset/core';
import { reconcile } from './orders/reconcile.ts';
import { testMerchant, ZRH_SFO } from './testing/merchant.ts';

/** One request as the service saw it. */
interface Recorded {
  readonly operation: string;
  /** Names of this software's own headers, without the transport's. */
  readonly headers: readonly string[];
  readonly fields: readonly string[];
  readonly status: number;
}

const TRANSPORT = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'host',
  'user-agent',
  'sec-fetch-mode',
]);

test('the whole flow calls only the four operations of the interface', async () => {
  const run: Recorded[] = [];
  const shop = testMerchant(
    { authorize: () => true },
    {
      async fetch(request, service) {
        const text = await request.clone().text();
        const response = await service.fetch(request);
        const { pathname, searchParams } = new URL(request.url);
        run.push({
          operation: `${request.method} ${pathname}`,
          headers: [...request.headers.keys()].filter((name) => !TRANSPORT.has(name)),
          fields: text === '' ? [...searchParams.keys()] : Object.keys(JSON.parse(text) as object),
          status: response.status,
        });
        return response;
      },
    },
  );
  const user = { name: 'Zoë', email: 'zoe@example.com', tax_id: 'T1' };
  const order = async (): Promise<string> => {
    const response = await shop.call('POST', 'orders', { token: (await shop.tokens())[0], user });
    return ((await response.json()) as Checkout).orderId;
  };
  const [paid, refused, silent] = [await order(), await order(), await order()];
  await shop.call('GET', `orders/${paid}/status`);
  // "Pending" is remembered for a moment.
  shop.advance(10_000);
  shop.service.finalize(paid, 'completed');
  shop.service.finalize(refused, 'failed');
  shop.service.finalize(silent, 'completed');
  await shop.call('POST', 'webhooks', { data: { order_id: paid } });
  await shop.call('GET', `orders/${refused}/status`);
  shop.advance(60_000);
  await reconcile(shop.offset);
  await shop.call('GET', 'back-office/orders?status=completed');
  await shop.call('GET', `back-office/transactions/tx-${paid}`);
  await shop.call('POST', 'quote', { flights: [ZRH_SFO] });

  assert.deepEqual(
    [shop.completed.map((it) => it.orderId), shop.failed.map((it) => it.orderId)],
    [[paid, silent], [refused]],
  );
  assert.deepEqual(shop.errors, []);

  const SIGNED = ['content-type', 'x-api-key', 'x-body-signature'];
  const LISTED: Readonly<Record<string, { headers: string[]; fields: string[] }>> = {
    'POST /api/calculate': { headers: [...SIGNED, 'x-platform-id'], fields: ['flights'] },
    'POST /offset-gateway/orders': {
      // The key is the one header beyond the interface: a service that does not know it ignores it.
      headers: ['content-type', 'idempotency-key', 'x-api-key', 'x-body-signature'],
      fields: ['emission_amount', 'emission_unit', 'callback_url', 'user'],
    },
    'GET /offset-gateway/orders': {
      headers: ['x-api-key'],
      fields: ['email', 'tax_id', 'limit', 'page', 'sort', 'status'],
    },
    [`GET /marketplace/transactions/tx-${paid}`]: { headers: ['x-api-key'], fields: [] },
  };
  const extensions: string[] = [];
  for (const { operation, headers, fields, status } of run) {
    const listed = LISTED[operation];
    if (!listed) {
      extensions.push(operation);
      assert.equal(status, 404);
      continue;
    }
    assert.equal(status, 200, operation);
    assert.deepEqual(headers.toSorted(), listed.headers.toSorted(), operation);
    for (const field of fields) assert.ok(listed.fields.includes(field), `${operation}: ${field}`);
  }
  assert.deepEqual(
    Object.keys(LISTED).filter((name) => !run.some(({ operation }) => operation === name)),
    [],
  );
  assert.deepEqual(
    extensions.toSorted(),
    ['GET /offset-gateway/offer', `GET /offset-gateway/orders/${paid}`, 'POST /api/estimates'],
    'each called once',
  );
});
