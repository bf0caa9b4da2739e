import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { startGateway } from '../src/index.ts';
import { TEST_CARDS } from '../src/providers/sandbox.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { callerOf } from '../src/testing/caller.ts';
import { startPostgres } from '../src/testing/postgres.ts';

/** Every state of a gateway's page that a traveller may see. */
export interface PageStates {
  /** Addresses by the name of the state; the language is the browser's. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Sets an accent for the merchant. */
  setAccent(accent: string): Promise<void>;
  /** Makes the database unavailable: from then on every path returns the same. */
  loseDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a gateway and brings an order into each state. */
export async function startPageStates(): Promise<PageStates> {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  const gateway = await startGateway({ databaseUrl });
  const db = openDatabase(databaseUrl);
  const { kysely } = db;
  const label = 'Luftverkehrsunternehmensmehrwertsteuer';
  const tax = JSON.stringify({ mode: 'inclusive', rate: 7.7, label });
  await kysely.updateTable('merchants').set({ tax }).execute();
  const caller = callerOf(gateway.url);

  async function order(): Promise<{ path: string; id: string }> {
    const input = { emission_amount: 1146, user: { name: 'Zoë Wolfeschlegelsteinhausenbergerdorffwelche' } };
    const { json } = await caller.post('/offset-gateway/orders', input);
    return { path: new URL(json.payment_url).pathname, id: json.order_id };
  }
  const submit = (path: string, fields: Record<string, string>): Promise<unknown> =>
    caller.raw(path, { method: 'POST', body: new URLSearchParams(fields) });

  const expired = await order();
  await caller.post('/sandbox/clock', { advance_seconds: 90_000 });
  const [pending, longer, paid, refunded, failed, late] = [
    await order(),
    await order(),
    await order(),
    await order(),
    await order(),
    await order(),
  ];
  for (const { path } of [paid, refunded, late]) {
    await submit(path, { action: 'pay', card: TEST_CARDS.accepted });
  }
  await submit(longer.path, { action: 'more-time' });
  await submit(failed.path, { action: 'cancel' });
  for (const { id } of [refunded, late]) {
    assert.equal((await caller.post(`/offset-gateway/orders/${id}/refunds`, {})).status, 201);
  }
  const isRefunded = async (id: string): Promise<boolean> =>
    (await caller.get(`/offset-gateway/orders/${id}`)).json.refunded !== undefined;
  while (!(await isRefunded(refunded.id)) || !(await isRefunded(late.id))) await wait(50);
  // As before its provider accepts it.
  await kysely
    .updateTable('refunds')
    .set({ state: 'pending', settled_at: null, next_attempt_at: Number.MAX_SAFE_INTEGER })
    .where('order_id', '=', late.id)
    .execute();

  const back = `return_url=${encodeURIComponent('http://localhost:4999/return')}`;
  const addresses = {
    'to pay': `${pending.path}?${back}`,
    'to pay, with more time': `${longer.path}?${back}&from=more-time`,
    'waiting for the provider': `${pending.path}?from=provider`,
    paid: `${paid.path}?${back}`,
    'paid and refunded': `${refunded.path}?${back}`,
    'paid, being refunded': late.path,
    failed: `${failed.path}?${back}`,
    expired: expired.path,
    'no receipt yet': `${pending.path}/receipt.pdf`,
    'not found': `/pay/${'x'.repeat(43)}`,
  };
  return {
    addresses: Object.fromEntries(
      Object.entries(addresses).map(([name, path]) => [name, gateway.url + path]),
    ),
    async setAccent(accent) {
      await kysely.updateTable('merchants').set({ accent }).execute();
    },
    loseDatabase: () => server.pause(),
    async close() {
      await db.close();
      await gateway.close();
      await server.stop();
    },
  };
}
