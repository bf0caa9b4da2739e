/** Size of a paid order in the database, all its tables and indexes together. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { createOrder } from '../src/orders/create.ts';
import type { Database } from '../src/store/engine.ts';
import { onBothEngines } from '../src/testing/engines.ts';
import { MERCHANT, openStore, settleOrder } from '../src/testing/store.ts';

const ORDERS = 300;
/** Measured 3.0 and 4.2 kB. */
const MAX_BYTES = { sqlite: 3850, postgres: 4900 } as const;

const SIZE = {
  sqlite: 'select sum(pgsize) as bytes from dbstat',
  postgres: `select sum(pg_total_relation_size(oid)) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`,
} as const;

async function sizeOf({ engine, kysely }: Database): Promise<number> {
  // PostgreSQL keeps the previous version of an updated row until it vacuums: on a busy machine, where few orders share
  // an update, half as much again.
  if (engine === 'postgres') await sql`vacuum full`.execute(kysely);
  const { rows } = await sql.raw<{ bytes: number }>(SIZE[engine]).execute(kysely);
  return Number(rows[0]?.bytes);
}

onBothEngines('a paid order', ({ engine, distributed, database }) => {
  it(`with a buyer of its own, a key and a webhook takes at most ${MAX_BYTES[engine]} bytes`, {
    skip: distributed,
  }, async () => {
    const store = await openStore(await database());
    const before = await sizeOf(store.db);
    await Promise.all(
      Array.from({ length: ORDERS }, async (_, index) => {
        const input = {
          emission_amount: 412.5,
          emission_unit: 'kgCO2' as const,
          callback_url: 'https://merchant.example/offset/webhooks',
          user: { name: 'Maria Example', email: `buyer-${index}@mail.example` },
        };
        const key = { key: `0d0f3a3c-6f52-4b8e-${index}`, bodyHash: 'h'.repeat(64) };
        const { body } = await createOrder(store.context, MERCHANT, input, { idempotency: key });
        await settleOrder(store, JSON.parse(body).order_id, 'completed');
      }),
    );
    const bytes = Math.round(((await sizeOf(store.db)) - before) / ORDERS);
    const users = await store.db.kysely.selectFrom('order_users').select('user_key').execute();
    const totals = await store.db.kysely.selectFrom('order_totals').select('shard').execute();
    await store.db.close();
    assert.equal(users.length, ORDERS, 'one row per buyer');
    assert.ok(totals.length <= 8, 'totals of no buyer');
    assert.ok(bytes <= MAX_BYTES[engine], `${bytes} bytes`);
    assert.ok(bytes > 1000, `${bytes} bytes are too few to be a paid order`);
  });
});
