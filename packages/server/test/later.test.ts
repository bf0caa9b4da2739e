/** A link to contribute later, against the real gateway and its payment page. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RunningGateway, startGateway } from '../../gateway/src/gateway.ts';
import { SANDBOX } from '../../gateway/src/sandbox.ts';
import { callerOf } from '../../gateway/src/testing/caller.ts';
import { createOffsetHandler } from '../src/handler.ts';
import { contributeLaterLink } from '../src/later/link.ts';
import { LATER_TEXTS } from '../src/messages/texts.ts';
import { createOffset } from '../src/offset.ts';
import type { OffsetOptions } from '../src/options.ts';
import { memoryStore } from '../src/stores/memory.ts';
import { ZRH_SFO } from '../src/testing/merchant.ts';

const ORIGIN = 'https://air.example';

let gateway: RunningGateway;
let clock = 0;
before(async () => {
  gateway = await startGateway({ sandbox: true, databaseUrl: 'sqlite::memory:' });
});
after(() => gateway.close());

function backend(more: Partial<OffsetOptions> = {}) {
  const { apiKey, secret, platformId } = SANDBOX;
  const options: OffsetOptions = {
    service: { baseUrl: gateway.url, apiKey, signingKey: secret, platformId, honoursIdempotencyKey: true },
    currency: 'EUR',
    now: () => Date.now() + clock,
    ...more,
  };
  const offset = createOffset(options);
  const handler = createOffsetHandler(options, offset);
  const form = (offer: string): RequestInit => ({
    method: 'POST',
    headers: { origin: ORIGIN },
    body: new URLSearchParams({ agree: 'yes', offer }),
  });
  return {
    offset,
    show: async (link: string) => (await handler(new Request(link))).text(),
    take: async (link: string, offer: string) =>
      (await handler(new Request(link, form(offer)))).headers.get('location'),
  };
}

const offerIn = (page: string): string => /name="offer" value="([^"]+)"/.exec(page)?.[1] ?? page;

test('a link is paid on the payment page, once, also through backends that share nothing', async () => {
  const [one, other] = [backend(), backend()];
  const link = await contributeLaterLink(one.offset, {
    handlerUrl: `${ORIGIN}/offset`,
    flights: [ZRH_SFO],
    reference: 'EX7K2P',
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  const page = await one.show(link);
  const [, price] = /I want to contribute (€[\d.]+)/.exec(page) ?? [];
  const paying = await one.take(link, offerIn(page));
  assert.ok(paying);
  assert.equal(await other.take(link, offerIn(await other.show(link))), paying);
  const path = new URL(paying).pathname;
  const caller = callerOf(gateway.url);
  const shown = await caller.raw(path);
  assert.ok(price && shown.text.includes(price), `${price} in ${shown.text}`);
  const card = new URLSearchParams({ action: 'pay', card: '4242 4242 4242 4242' });
  await caller.raw(path, {
    method: 'POST',
    body: card.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: gateway.url },
  });
  clock = 60_000;
  assert.ok((await one.show(link)).includes(LATER_TEXTS.en.contributed));
  const { json } = await caller.get('/offset-gateway/orders');
  assert.deepEqual(
    json.orders.map(({ status }: { status: string }) => status),
    ['completed'],
  );
});

test("leads to the link's first order although its response was lost and the offer has changed", async () => {
  const { apiKey, secret, platformId } = SANDBOX;
  const store = memoryStore();
  const estimates = (economy: number): Partial<OffsetOptions> => ({
    store,
    estimator: async (legs) => legs.map(() => ({ emissionsGramsPerPax: { economy } })),
    onError: () => undefined,
  });
  const lossy: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method === 'POST') throw new TypeError('fetch failed');
    return response;
  };
  const service = { baseUrl: gateway.url, apiKey, signingKey: secret, platformId, fetch: lossy };
  const retry = { retries: 0 };
  const [one, other] = [
    backend({ ...estimates(500_000), service: { ...service, honoursIdempotencyKey: true, retry } }),
    backend(estimates(600_000)),
  ];
  const link = await contributeLaterLink(one.offset, {
    handlerUrl: `${ORIGIN}/offset`,
    flights: [ZRH_SFO],
    reference: 'EX7K3P',
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  assert.equal(await one.take(link, offerIn(await one.show(link))), null);
  assert.equal(await other.take(link, offerIn(await other.show(link))), null, 'an offer of other terms');
  const page = await other.show(link);
  assert.ok(page.includes(`${gateway.url}/pay/`), page);
  const { orders } = (await callerOf(gateway.url).get('/offset-gateway/orders')).json;
  assert.deepEqual(
    orders.slice(0, -1).map((order: { emission_amount: number }) => order.emission_amount),
    [500],
  );
});

test('a link whose order the service lost offers neither a payment page nor a second order', async () => {
  const { apiKey, secret, platformId } = SANDBOX;
  let isLost = false;
  const restored: typeof fetch = async (input, init) =>
    isLost && /\/orders\/ord_\w+$/.test(String(input))
      ? Response.json({ error: 40402, message: 'refused' }, { status: 404 })
      : fetch(input, init);
  const one = backend({
    service: { baseUrl: gateway.url, apiKey, signingKey: secret, platformId, fetch: restored },
  });
  const link = await contributeLaterLink(one.offset, {
    handlerUrl: `${ORIGIN}/offset`,
    flights: [ZRH_SFO],
    reference: 'EX7K2T',
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  const offer = offerIn(await one.show(link));
  assert.ok(await one.take(link, offer));
  clock += 60_000;
  assert.ok((await one.show(link)).includes(LATER_TEXTS.en.pending));
  isLost = true;
  clock += 60_000;
  assert.ok((await one.show(link)).includes(LATER_TEXTS.en.expired));
  assert.equal(await one.take(link, offer), null);
});
