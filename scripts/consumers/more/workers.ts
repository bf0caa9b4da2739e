/** `pnpm consumers`: the backend for Workers under wrangler, with D1, from quote to paid order. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Checkout, CheckoutStatus, ReadyQuote } from '@flight-offset/core';
import { type RunningGateway, startGateway } from '@flight-offset/gateway';
import { installOutside, type OutsideProject } from '../outside-project.ts';
import type { Shop } from '../shop.ts';
import { start } from '../start.ts';

const SHOP = 'http://localhost:3000';
let project: OutsideProject;
let gateway: RunningGateway;
let backend: Shop;

before(async () => {
  project = await installOutside('workers');
  gateway = await startGateway({ sandbox: true });
});
after(async () => {
  await backend?.close();
  await gateway?.close();
  await project?.remove();
});

async function requestBackend<T>(path: string, body?: unknown): Promise<T> {
  const headers = { origin: SHOP, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${backend.url}/offset/${path}`, { headers, ...sent });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()) as T;
}

it('has its types checked', async () => {
  const { code, output } = await project.exec('tsc', '--noEmit');
  assert.equal(code, 0, output);
});

it('quotes, orders and knows of the payment, also after a restart', async () => {
  const { code, output } = await project.exec('wrangler', 'd1', 'migrations', 'apply', 'offset', '--local');
  assert.equal(code, 0, output);
  const serve = (): Promise<Shop> =>
    start(project, (url, port) => ({
      run: ['pnpm', 'exec', 'wrangler', 'dev', '--ip', '127.0.0.1', '--port', port].concat([
        '--var',
        `OFFSET_URL:${gateway.url}`,
        '--var',
        `MERCHANT_URL:${url}`,
      ]) as [string],
      env: { CI: '1' },
    }));
  backend = await serve();
  const quote = await requestBackend<ReadyQuote>('quote', {
    flights: [
      {
        origin: 'ZRH',
        destination: 'SFO',
        operatingCarrierCode: 'LX',
        flightNumber: 38,
        departureDate: { year: 2026, month: 12, day: 14 },
      },
    ],
  });
  const token = quote.options[0]?.token;
  const { orderId, paymentUrl } = await requestBackend<Checkout>('orders', { token });
  assert.equal(new URL(paymentUrl).searchParams.get('return_url'), `${SHOP}/return.html`);
  await backend.close();
  backend = await serve();
  // The same token is the same order: D1 keeps what the process forgot.
  assert.equal((await requestBackend<Checkout>('orders', { token })).orderId, orderId);
  const paid = await fetch(`${gateway.url}/sandbox/orders/${orderId}/payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'sandbox-key' },
    body: JSON.stringify({ outcome: 'completed' }),
  });
  assert.equal(paid.status, 200);
  assert.equal((await requestBackend<CheckoutStatus>(`orders/${orderId}/status`)).status, 'completed');
});
