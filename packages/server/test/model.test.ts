/** Invariants of two backends on one store, whose calls fail, lose their responses or never end, in a seeded order. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { cancelForBooking } from '../src/bookings/cancel-for-booking.ts';
import { confirmWithBooking } from '../src/bookings/confirm-with-booking.ts';
import { CheckoutError } from '../src/checkout-error.ts';
import { createOffset, type Offset } from '../src/offset.ts';
import { createOrder } from '../src/orders/create-order.ts';
import { orderStatus } from '../src/orders/order-status.ts';
import { reconcile } from '../src/orders/reconcile.ts';
import { quote } from '../src/quote/quote.ts';
import { memoryStore } from '../src/stores/memory.ts';
import type { OffsetStore } from '../src/stores/store.ts';
import { ZRH_SFO } from '../src/testing/merchant.ts';

type Order = { readonly order_id: string; status: string; settlement: string; refunds: number };

/** A service that is strict about its keys: another body under the same key is refused. */
class Service {
  readonly orders: Order[] = [];
  readonly #kept = new Map<string, { readonly sent: string; readonly result: object }>();
  permits = true;
  offers = true;

  respond(operation: string, key: string, sent: string): Response {
    const [, method, id, action] = /^(\w+) .*?(?:\/orders(?:\/([^/]+)(?:\/(\w+))?)?)?$/.exec(operation) ?? [];
    const extensions = ['expected_price', 'reference', ...(this.permits ? ['confirm'] : [])];
    const offer = { price_per_tonne: 1000, currency: 'INR', extensions };
    if (operation.endsWith('/offer')) return this.offers ? Response.json(offer) : refusal(50301);
    const order = this.orders.find(({ order_id }) => order_id === id);
    if (!order && method === 'GET') return Response.json({ orders: this.orders });
    if (!order) {
      const named = { order_id: `ord-${this.orders.length + 1}`, payment_url: 'https://service.example/pay' };
      const made = { ...named, status: 'pending', settlement: 'payer', refunds: 0 };
      return this.#once(key, sent, () => this.orders[this.orders.push(made) - 1]!);
    }
    if (action === 'refunds') return this.#refunds(order, method === 'GET', key, sent);
    if (action === 'confirm') return this.#confirm(order);
    if (action === 'cancel') return cancel(order);
    return Response.json(order);
  }

  #refunds(order: Order, isRead: boolean, key: string, sent: string): Response {
    const refund = { refund_id: `ref-${order.order_id}`, status: 'completed' };
    if (isRead) return Response.json({ refunds: order.refunds ? [refund] : [] });
    if (order.status !== 'completed') return refusal(40906);
    return this.#once(key, sent, () => (order.refunds++ ? refusal(40907) : refund));
  }

  #confirm(order: Order): Response {
    const { status, settlement } = order;
    if (status === 'failed' || (status === 'completed' && settlement === 'payer')) return refusal(40902);
    if (status === 'pending' && !this.permits) return refusal(40302);
    return Response.json(Object.assign(order, { status: 'completed', settlement: 'merchant' }));
  }

  #once(key: string, sent: string, make: () => object): Response {
    const kept = this.#kept.get(key);
    if (kept && kept.sent !== sent) return refusal(42202);
    const result = kept?.result ?? make();
    if (result instanceof Response) return result;
    this.#kept.set(key, { sent, result });
    return Response.json(result, { status: 201 });
  }
}

function cancel(order: Order): Response {
  if (order.status === 'completed') return refusal(40902);
  return Response.json(Object.assign(order, { status: 'failed' }));
}

const refusal = (error: number): Response =>
  Response.json({ error, message: 'refused' }, { status: Math.floor(error / 100) });

/** Counts from 0 up to a number, the same for the same seed. */
function picksOf(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % count;
  };
}

/** Whether a caller has to call again with the same input: also if its process died. */
function isOpen(outcome: object | undefined): outcome is undefined {
  const error = outcome && 'error' in outcome && outcome.error;
  return (
    !outcome || (error instanceof CheckoutError && ['service_unavailable', 'internal'].includes(error.code))
  );
}

async function play(t: TestContext, seed: number): Promise<void> {
  const pick = picksOf(seed);
  const service = new Service();
  const callbacks = new Set<string>();
  const shared = memoryStore(() => clock);
  let clock = Date.now();
  let [hasFaults, hasDied] = [false, false];

  /** A step of a backend, which takes effect or not; the caller may not learn which. */
  async function step<T>(run: () => T | Promise<T>): Promise<T> {
    for (let turns = pick(3); turns > 0; turns--) await setImmediate();
    const fault = hasFaults ? pick(50) : undefined;
    if (fault === 0) throw new TypeError('fetch failed');
    const result = await run();
    if (fault === 1) throw new TypeError('fetch failed');
    if (fault !== 2) return result;
    hasDied = true;
    return new Promise(() => undefined);
  }
  const store: OffsetStore = {
    get: (key) => step(() => shared.get(key)),
    set: (...given) => step(() => shared.set(...given)),
    setIfAbsent: (...given) => step(() => shared.setIfAbsent(...given)),
    delete: (...given) => step(() => shared.delete(...given)),
    listPending: () => step(() => shared.listPending()),
  };
  const send: typeof fetch = (input, { method, headers, body } = {}) => {
    const key = new Headers(headers).get('idempotency-key') ?? '';
    const sent = body ? new TextDecoder().decode(body as Uint8Array) : '';
    return step(() => service.respond(`${method} ${new URL(String(input)).pathname}`, key, sent));
  };
  const connection = { baseUrl: 'https://service.example', apiKey: 'key', signingKey: 'a-secret-of-a-test' };
  const start = (): Offset =>
    createOffset({
      service: { ...connection, honoursIdempotencyKey: true, retry: { retries: 0 }, fetch: send },
      estimator: async (legs) => legs.map(() => ({ emissionsGramsPerPax: { economy: 100_000 } })),
      store,
      onOrderCompleted: ({ orderId }) => void callbacks.add(`${orderId} completed`),
      onOrderFailed: ({ orderId }) => void callbacks.add(`${orderId} failed`),
      onError: () => undefined,
      now: () => clock,
    });
  let backends = [start(), start()] as const;
  const quoted = await quote(backends[0], { flights: [ZRH_SFO] });
  assert.ok(quoted.status === 'ready');
  const { token } = quoted.options[0]!;

  /** Result or error of a call; undefined if its process died. */
  async function call<T extends object>(
    work: (offset: Offset) => Promise<T>,
  ): Promise<T | { error: unknown } | undefined> {
    let outcome: T | { error: unknown } | undefined;
    hasDied = false;
    const done = work(backends[pick(2) ? 1 : 0]).catch((error: unknown) => ({ error }));
    void done.then((made) => {
      outcome = made;
    });
    while (outcome === undefined && !hasDied) {
      await setImmediate();
      t.mock.timers.tick(50);
    }
    if (hasDied) backends = [start(), start()];
    return outcome;
  }

  const [bought, shown] = [new Set<string>(), new Set<string>()];
  const invoiced = (): string[] =>
    service.orders.flatMap(({ order_id, settlement }) => (settlement === 'merchant' ? order_id : []));
  const works = {
    async confirm() {
      const outcome = await call((offset) => confirmWithBooking(offset, { token, reference: 'EX7K2P' }));
      if (isOpen(outcome)) return false;
      assert.deepEqual(invoiced(), 'error' in outcome ? [] : [outcome.orderId]);
      if ('orderId' in outcome) bought.add(outcome.orderId);
      return true;
    },
    async create() {
      const outcome = await call((offset) => createOrder(offset, { token }));
      if (outcome && 'orderId' in outcome) shown.add(outcome.orderId);
      return !isOpen(outcome);
    },
    async cancel() {
      const before = new Set(bought);
      const booking = { reference: 'EX7K2P', reason: String(pick(2)) };
      const outcome = await call((offset) => cancelForBooking(offset, booking));
      if (isOpen(outcome)) return false;
      for (const { order_id, refunds } of service.orders) assert.ok(refunds === 1 || !before.has(order_id));
      return true;
    },
  };
  hasFaults = true;
  for (let at = 0; at < 14; at++) {
    [service.offers, service.permits] = [pick(4) > 0, pick(4) > 0];
    const [order] = service.orders;
    if (order?.status === 'pending' && pick(6) === 0)
      order.status = shown.has(order.order_id) && pick(2) ? 'completed' : 'failed';
    await [works.confirm, works.create, works.cancel, () => call(reconcile)][pick(4)]!();
    clock += [1000, 20_000, 400_000][pick(3)]!;
  }
  hasFaults = false;
  service.offers = service.permits = true;
  clock += 400_000;
  for (const [name, again] of Object.entries(works)) assert.ok(await again(), `${name} never ends`);
  for (let run = 0; run < 12; run++, clock += 3_600_000) await call(reconcile);
  await requireReported(service.orders, bought.union(shown), callbacks, backends);
}

/** @param known ids of orders that a caller learned of. */
async function requireReported(
  orders: readonly Order[],
  known: ReadonlySet<string>,
  callbacks: ReadonlySet<string>,
  backends: readonly Offset[],
): Promise<void> {
  for (const { order_id, status, refunds } of orders) {
    assert.ok(orders.length === 1 && refunds <= 1);
    if (!known.has(order_id)) continue;
    assert.deepEqual([...callbacks], status === 'pending' ? [] : [`${order_id} ${status}`]);
    for (const offset of backends) assert.equal((await orderStatus(offset, order_id)).status, status);
  }
}

test('a contribution is bought, refunded and reported as its callers learn, through any failure in between', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let waited = 0;
  t.mock.method(performance, 'now', () => (waited += 25));
  for (let seed = 1; seed <= 100; seed++)
    await play(t, seed).catch((cause) => assert.fail(`seed ${seed}: ${cause.stack}`));
});
