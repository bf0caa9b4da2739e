import assert from 'node:assert/strict';
import test from 'node:test';
import { type BareService, createBareService } from '../testing/bare-service.ts';
import { testMerchant } from '../testing/merchant.ts';
import { findOrder, findOrders } from './find-order.ts';

/** A merchant whose service has orders, the newest last, an hour apart. */
function shopWith(
  count: number,
  respond: (request: Request, service: BareService) => Promise<Response> = (request, it) => it.fetch(request),
): ReturnType<typeof testMerchant> & { readonly newest: number; created(index: number): number } {
  const shop = testMerchant({}, { fetch: respond });
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

/** How often the list was called; the bare service has no extension by which to get one order. */
function listCalls({ service }: ReturnType<typeof shopWith>): number {
  return service.requests.filter((request) => request === 'GET /offset-gateway/orders').length;
}

async function find(...[offset, sought]: Parameters<typeof findOrder>): Promise<string | undefined> {
  const { orders } = await findOrder(offset, sought);
  return orders.get(sought.id)?.order_id;
}

test('an order of a known user is found by one filtered call', async () => {
  const shop = shopWith(950);
  const sought = { id: 'o3', created: shop.created(3), email: 'user3@example.com' };
  assert.equal(await find(shop.offset, sought), 'o3');
  assert.equal(listCalls(shop), 1);
});

test('searches page by page if the user is unknown', async () => {
  const shop = shopWith(250);
  assert.equal(await find(shop.offset, { id: 'o3', created: shop.created(3) }), 'o3');
  assert.equal(listCalls(shop), 3);
});

test('the scan stops at orders older than its target', async () => {
  const shop = shopWith(950);
  assert.equal(await find(shop.offset, { id: 'gone', created: shop.created(900) }), undefined);
  assert.equal(listCalls(shop), 2);
});

test('the scan stops after ten pages', async () => {
  const shop = shopWith(1500);
  assert.equal(await find(shop.offset, { id: 'o0', created: 0 }), undefined);
  assert.equal(listCalls(shop), 10);
});

test('the scan ends on a service that ignores page, filters and order', async () => {
  const whole = createBareService('https://service.example');
  const shop = shopWith(40, async (_request, { orders }) => {
    whole.requests.push('list');
    return Response.json({ orders });
  });
  assert.equal(await find(shop.offset, { id: 'o3', created: shop.created(3), tax_id: 'T' }), 'o3');
  assert.equal(await find(shop.offset, { id: 'gone', created: 0 }), undefined);
  // By id once, in vain; by tax id; then two scans of one page each.
  assert.equal(whole.requests.length, 4);
});

test('several orders are found in one scan', async () => {
  const shop = shopWith(150);
  const sought = ['o149', 'o60', 'o20'].map((id) => ({ id, created: shop.created(Number(id.slice(1))) }));
  assert.deepEqual([...(await findOrders(shop.offset, sought)).orders.keys()], ['o149', 'o60', 'o20']);
  assert.equal(listCalls(shop), 2);
});

test('the scan ends at the total that the service states, without a call for an empty page', async () => {
  const shop = shopWith(200);
  assert.equal(await find(shop.offset, { id: 'gone', created: 0 }), undefined);
  assert.equal(listCalls(shop), 2);
});

test('the clock of the service may be an hour behind', async () => {
  const shop = shopWith(150);
  const created = shop.created(149) + 3_500_000;
  assert.equal(await find(shop.offset, { id: 'o20', created }), 'o20');
  assert.equal(await find(shop.offset, { id: 'o20', created: created + 200_000 }), undefined);
});
