import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { SANDBOX } from '../sandbox.ts';
import { type CallerResponse, callerOf } from './caller.ts';
import { openWithLongTimeouts } from './open-with-long-timeouts.ts';
import { recount } from './recount.ts';
import { until } from './until.ts';

const ORDERS = '/offset-gateway/orders';
/** A repeat before Retry-After is over is allowed, and keeps tests short, milliseconds. */
const REPEAT_MS = 20;

/**
 * Buyers who create and pay orders one after the other, and repeat failed requests as the reference advises merchants.
 */
export interface Buyers {
  /** Number of requests that got 503. */
  readonly refused: number;
  /** Resolves once this many more orders are paid. */
  paid(more: number): Promise<void>;
  /** Resolves once this many more requests got 503. */
  refusals(more: number): Promise<void>;
  /** Lets each buyer finish its order. @throws if a response was neither success nor a proper 503. */
  stop(): Promise<void>;
  /**
   * Compares a database with the acknowledged orders.
   * @throws if an order is lost, doubled or in another state, or if totals or transactions differ from the orders.
   */
  check(databaseUrl: string): Promise<void>;
}

/** Starts buyers at gateways on one database, each buyer at one gateway. @param urls addresses of the gateways. */
export function startBuyers(urls: readonly string[], count = 6): Buyers {
  const created = new Map<string, string>();
  const paid = new Set<string>();
  let refused = 0;
  let stopping = false;

  /** Repeats a request until it succeeds. A repeat may arrive while its first try is still running. */
  async function insist(send: () => Promise<CallerResponse>, expected: number): Promise<CallerResponse> {
    while (true) {
      const response = await send();
      const { status, json, headers, text } = response;
      if (status === expected) return response;
      if (status !== 409) {
        assert.equal(status, 503, text);
        assert.equal(json.error, 50301);
        assert.ok(Number(headers.get('retry-after')) > 0, 'Retry-After');
        assert.doesNotMatch(text, /ECONN|postgres|127\.0\.0\.1|select/i, 'nothing about the database');
        refused += 1;
      }
      await setTimeout(REPEAT_MS);
    }
  }

  async function buy(url: string): Promise<void> {
    const caller = callerOf(url);
    while (!stopping) {
      const key = randomUUID();
      const body = { emission_amount: 1.5, user: { email: `${key}@x.example` } };
      const headers = { 'idempotency-key': key };
      const { json } = await insist(() => caller.post(ORDERS, body, headers), 201);
      created.set(key, json.order_id);
      const payment = `/sandbox/orders/${json.order_id}/payment`;
      await insist(() => caller.post(payment, { outcome: 'completed' }), 200);
      paid.add(json.order_id);
    }
  }

  let failed: unknown;
  const all = Array.from({ length: count }, (_, index) => buy(urls[index % urls.length] ?? ''));
  const buying = Promise.all(all);
  buying.catch((error: unknown) => {
    failed = error;
    stopping = true;
  });
  const reach = (figure: () => number, what: string) => async (more: number) => {
    const goal = figure() + more;
    await until(() => {
      if (failed !== undefined) throw failed;
      return figure() >= goal;
    }, `${more} more ${what}`);
  };
  return {
    get refused() {
      return refused;
    },
    paid: reach(() => paid.size, 'paid orders'),
    refusals: reach(() => refused, 'responses with 503'),
    async stop() {
      stopping = true;
      await buying;
    },
    async check(databaseUrl) {
      const db = openWithLongTimeouts(databaseUrl);
      try {
        const orders = await db.kysely
          .selectFrom('orders')
          .select(['id', 'status', 'user_email'])
          .orderBy('id')
          .execute();
        // Every buyer repeated its create until it was acknowledged: any other order is a double.
        assert.deepEqual(
          orders.map(({ user_email, id }) => [user_email, id]).sort(),
          [...created].map(([key, id]) => [`${key}@x.example`, id]).sort(),
        );
        for (const { id, status } of orders) assert.equal(status, paid.has(id) ? 'completed' : 'pending', id);
        const rows = await db.kysely.selectFrom('transactions').select('order_id').execute();
        assert.deepEqual(rows.map(({ order_id }) => order_id).sort(), [...paid].sort());
        const caller = callerOf(urls[0] ?? '');
        const { json } = await caller.get(ORDERS);
        assert.deepEqual(json.overview, await recount(db, SANDBOX.merchantId));
      } finally {
        await db.close();
      }
    },
  };
}
