/** Checks for every adapter, over real connections on both sides. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Checkout, checkoutErrorBodySchema, parse, type ReadyQuote } from '@flight-offset/core';
import { signWebhook } from '@flight-offset/core/server';
import { type BareService, createBareService } from './bare-service.ts';
import { ZRH_SFO } from './merchant.ts';
import { serveWeb } from './serve.ts';

/** Origin of the page. */
export const SHOP = 'https://shop.example';

/** Secret of the webhooks. */
export const WEBHOOK_SECRET: string = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;

/** Maximum body size of the handler under test. */
export const MAX_BODY = 2000;

/** Orders that the merchant's callbacks received. */
export interface CallbackOrder {
  readonly orderId: string;
  readonly transactionId?: string | undefined;
}

/** A merchant's server under test. */
export interface Merchant extends AsyncDisposable {
  readonly origin: string;
}

/** Starts a framework that serves the handler under `/offset`. */
export interface Host {
  readonly name: string;
  /**
   * @param service address of the service to use, with the credentials of the bare service.
   * @param onCompleted receives completed orders.
   */
  start(service: string, onCompleted: (order: CallbackOrder) => void): Promise<Merchant>;
}

interface Running extends AsyncDisposable {
  readonly at: string;
  readonly service: BareService;
  readonly completed: CallbackOrder[];
}

async function start(host: Host): Promise<Running> {
  let service: BareService | undefined;
  const upstream = await serveWeb((request) => service!.fetch(request));
  service = createBareService(upstream.origin);
  const completed: CallbackOrder[] = [];
  const merchant = await host
    .start(upstream.origin, (order) => void completed.push(order))
    .catch(async (error: unknown) => {
      await upstream[Symbol.asyncDispose]();
      throw error;
    });
  return {
    at: `${merchant.origin}/offset`,
    service,
    completed,
    async [Symbol.asyncDispose]() {
      await merchant[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

function post(address: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(address, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', origin: SHOP, ...headers },
  });
}

async function quoted(at: string): Promise<ReadyQuote> {
  return (await (await post(`${at}/quote`, { flights: [ZRH_SFO] })).json()) as ReadyQuote;
}

/** Declares the tests of one host. */
export function testContract(host: Host): void {
  describe(host.name, () => {
    test('from a quote to a paid order', async () => {
      await using running = await start(host);
      const { at, service, completed } = running;
      const quote = await quoted(at);
      assert.equal(quote.gramsTotal, 100_000);
      const made = await post(`${at}/orders`, { token: quote.options[0]!.token, user: { name: 'Zoë 王' } });
      assert.equal(made.status, 201);
      const { orderId, paymentUrl } = (await made.json()) as Checkout;
      assert.equal(paymentUrl, service.orders[0]?.payment_url);
      assert.deepEqual(service.orders[0]?.user, { name: 'Zoë 王' });
      service.finalize(orderId, 'completed');
      const status = await fetch(`${at}/orders/${orderId}/status?x=1`, { headers: { origin: SHOP } });
      assert.equal(((await status.json()) as { status: string }).status, 'completed');
      assert.equal(status.headers.get('cache-control'), 'no-store');
      assert.deepEqual(
        completed.map((order) => order.orderId),
        [orderId],
      );
    });

    test('the bytes of a webhook arrive as they were signed', async () => {
      await using running = await start(host);
      const { at, service, completed } = running;
      const { token } = (await quoted(at)).options[0]!;
      const { orderId } = (await (await post(`${at}/orders`, { token })).json()) as Checkout;
      service.finalize(orderId, 'completed');
      // White space, escapes and letters that no parser would write again in the same way.
      const body = `{ "type":"order.completed",\r\n\t"data": {"order_id":"${orderId}", "transaction_id":"tx\\u002d1", "n":"Zoë 王 🛫", "x":1.0e0 } }\n`;
      const headers = await signWebhook({
        id: 'msg_1',
        timestamp: new Date(),
        body,
        secrets: [WEBHOOK_SECRET],
      });
      const note = await post(`${at}/webhooks`, body, { ...headers, origin: 'https://service.example' });
      assert.deepEqual([note.status, await note.json()], [200, { outcome: 'final' }]);
      assert.deepEqual(
        completed.map((order) => order.transactionId),
        ['tx-1'],
      );
    });

    test('double clicks over the wire make one order', async () => {
      await using running = await start(host);
      const { at, service } = running;
      const { token } = (await quoted(at)).options[0]!;
      const responses = await Promise.all(Array.from({ length: 5 }, () => post(`${at}/orders`, { token })));
      const orders = await Promise.all(
        responses.map(async (response) => ((await response.json()) as Checkout).orderId),
      );
      assert.deepEqual(new Set(orders), new Set([service.orders[0]?.order_id]));
      assert.equal(service.orders.length, 1);
    });

    test('responds to refused requests with a code, a message and a request id', async () => {
      await using running = await start(host);
      const { at } = running;
      const cases: readonly [name: string, Promise<Response>, status: number, code: string][] = [
        ['bad field', post(`${at}/quote`, { flights: [] }), 400, 'bad_request'],
        ['tampered token', post(`${at}/orders`, { token: 'v1.e30.00' }), 400, 'quote_invalid'],
        ['foreign page', post(`${at}/quote`, {}, { origin: 'https://evil.example' }), 403, 'forbidden'],
        ['unknown order', fetch(`${at}/orders/x/status`), 404, 'not_found'],
        ['unknown address', fetch(`${at}/nothing`), 404, 'not_found'],
        ['wrong method', fetch(`${at}/quote`), 405, 'bad_request'],
      ];
      for (const [name, pending, status, code] of cases) {
        const response = await pending;
        const error = parse(checkoutErrorBodySchema, await response.json());
        assert.deepEqual([response.status, error.code], [status, code], name);
        assert.equal(response.headers.get('x-request-id'), error.requestId, name);
      }
    });

    test('HEAD responds as GET does, without a body', async () => {
      await using running = await start(host);
      const { at } = running;
      const { token } = (await quoted(at)).options[0]!;
      const { orderId } = (await (await post(`${at}/orders`, { token })).json()) as Checkout;
      for (const [path, wanted] of [
        [`orders/${orderId}/status`, 200],
        ['orders/x/status', 404],
        ['later/x', 404],
      ] as const) {
        const [get, head] = await Promise.all(
          ['GET', 'HEAD'].map((method) => fetch(`${at}/${path}`, { method })),
        );
        assert.deepEqual([get?.status, head?.status], [wanted, wanted], path);
        assert.equal(head?.headers.get('content-type'), get?.headers.get('content-type'), path);
        assert.equal(await head?.text(), '', path);
        // Programs that check links take a page of no bytes for a broken one.
        const length = head?.headers.get('content-length') ?? null;
        assert.ok(
          length === null || length === get?.headers.get('content-length'),
          `${path}: ${length} bytes`,
        );
      }
    });

    test('a page of an allowed origin is allowed, preflight included', async () => {
      await using running = await start(host);
      const { at } = running;
      const before = await fetch(`${at}/quote`, {
        method: 'OPTIONS',
        headers: { origin: SHOP, 'access-control-request-method': 'POST' },
      });
      assert.equal(before.status, 204);
      assert.equal(before.headers.get('access-control-allow-origin'), SHOP);
      assert.equal(before.headers.get('access-control-allow-headers'), 'content-type');
      assert.equal(before.headers.get('access-control-allow-methods'), 'POST');
      assert.equal(before.headers.get('access-control-max-age'), '600');
      const response = await post(`${at}/quote`, { flights: [ZRH_SFO] });
      assert.equal(response.headers.get('access-control-allow-origin'), SHOP);
      assert.equal(response.headers.get('access-control-expose-headers'), 'x-request-id, retry-after');
      for (const { headers } of [before, response]) assert.match(headers.get('vary') ?? '', /\borigin\b/i);
    });

    test('the back office is open to those whom the merchant approves', async () => {
      await using running = await start(host);
      const { at } = running;
      const { token } = (await quoted(at)).options[0]!;
      const user = { email: 'zoe+air@example.com' };
      const { orderId } = (await (await post(`${at}/orders`, { token, user })).json()) as Checkout;
      running.service.finalize(orderId, 'completed');
      const staff = { headers: { authorization: 'Bearer staff' } };
      assert.equal((await fetch(`${at}/back-office/orders`)).status, 403);
      const list = await fetch(
        `${at}/back-office/orders?status=completed&limit=5&email=zoe%2Bair%40example.com`,
        staff,
      );
      const { orders, metadata } = (await list.json()) as {
        orders: { order_id: string }[];
        metadata: object;
      };
      assert.deepEqual(
        orders.map(({ order_id }) => order_id),
        [orderId],
      );
      assert.deepEqual(metadata, { current_page: 1, total_records: 1, limit: 5 });
      assert.equal((await fetch(`${at}/back-office/orders?limit=101`, staff)).status, 400);
      const transaction = await fetch(`${at}/back-office/transactions/tx-${orderId}`, staff);
      assert.equal(((await transaction.json()) as { id: string }).id, `tx-${orderId}`);
      assert.equal((await fetch(`${at}/back-office/transactions/none`, staff)).status, 404);
    });

    test('a body that is too large is refused, and ends no request that follows it', async () => {
      await using running = await start(host);
      const pad = 'x'.repeat(3_000_000);
      assert.equal((await post(`${running.at}/quote`, { flights: [ZRH_SFO], pad })).status, 413);
      for (let count = 0; count < 3; count++) {
        assert.equal((await fetch(`${running.at}/nothing`)).status, 404);
      }
    });
  });
}
