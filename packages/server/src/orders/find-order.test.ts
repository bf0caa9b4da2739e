import assert from 'node:assert/strict';
import test from 'node:test';
import { type BareService, createBareService } from '../testing/bare-service.ts';
import { testMerchant } from '../testing/merchant.ts';
import { findOrder, findOrders } from './find-order.ts';

/** A merchant whose service has orders, the newest last, an hour apart. */
function shopWith(
  count: number,
  answer: (request: Request, service: BareService) => Promise<Response> = (request, it) => it.fetch(request),
): ReturnType<typeof testMerchant> & { readonly newest: number; created(index: number): number } {
  const shop = testMerchant({}, { fetch: answer });
  const newest = Date.now();
  const created = (index: number): number => newest - (count - 1 - index) * 3_600_000;
  for (let index = 0; index < count; index++) {
    shop.service.orders.push({
      order_id: `o${index}`,
      emission_amount: 1,
      emission_unit: 'kgCO2',
      user: { email: `user${index}@example.com` },
      payment_url: 'https://service.example/pay',
      created_at: new Date(created(index)).toISOString(),
      status: 'completed',
      payment_status: 'completed',
    });
  }
  return { ...shop, newest, created };
}

test('an order of a known user is found by one filtered call', async () => {
  const shop = shopWith(950);
  const found = await findOrder(shop.offset, {
    id: 'o3',
    created: shop.created(3),
    email: 'user3@example.com',
  });
  assert.equal(found?.order_id, 'o3');
  assert.equal(shop.service.requests.length, 1);
});

test('without a user it is looked for page by page', async () => {
  const shop = shopWith(250);
  assert.equal((await findOrder(shop.offset, { id: 'o3', created: shop.created(3) }))?.order_id, 'o3');
  assert.equal(shop.service.requests.length, 3);
});

test('the walk ends where orders are older than the one looked for', async () => {
  const shop = shopWith(950);
  assert.equal(await findOrder(shop.offset, { id: 'gone', created: shop.created(900) }), undefined);
  assert.equal(shop.service.requests.length, 2);
});

test('the walk ends after the pages it is allowed', async () => {
  const shop = shopWith(1500);
  assert.equal(await findOrder(shop.offset, { id: 'o0', created: 0 }), undefined);
  assert.equal(shop.service.requests.length, 10);
});

test('a service that ignores page, filters and order does not trap the walk', async () => {
  const whole = createBareService('https://service.example');
  const shop = shopWith(40, async (_request, { orders }) => {
    whole.requests.push('list');
    return Response.json({ orders });
  });
  assert.equal(
    (await findOrder(shop.offset, { id: 'o3', created: shop.created(3), tax_id: 'T' }))?.order_id,
    'o3',
  );
  assert.equal(await findOrder(shop.offset, { id: 'gone', created: 0 }), undefined);
  assert.equal(whole.requests.length, 3);
});

test('several orders are found in one walk', async () => {
  const shop = shopWith(150);
  const sought = ['o149', 'o60', 'o20'].map((id) => ({ id, created: shop.created(Number(id.slice(1))) }));
  assert.deepEqual([...(await findOrders(shop.offset, sought)).keys()], ['o149', 'o60', 'o20']);
  assert.equal(shop.service.requests.length, 2);
});
