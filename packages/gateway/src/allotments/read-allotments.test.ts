import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { createOrder } from '../orders/create.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore } from '../testing/store.ts';
import { readAllotments } from './read-allotments.ts';

const ORDER = { emission_amount: 1, emission_unit: 'kgCO2' } as const;

onBothEngines('allotments of merchants', ({ engine, distributed, database }) => {
  it('are read for one merchant, for several and for one without any', async () => {
    const { db, context } = await openStore(await database());
    for (const id of ['merchant-0', 'merchant-1']) await addMerchant(db, id);
    for (const id of [MERCHANT, 'merchant-0']) await createOrder(context, id, ORDER);
    const reservedOf = async (...ids: string[]) =>
      (await readAllotments(db.kysely, ids))
        .map(({ merchant_id, reserved }) => [merchant_id, reserved])
        .toSorted();
    assert.deepEqual(await reservedOf(MERCHANT, MERCHANT), [[MERCHANT, 1000]]);
    assert.deepEqual(await reservedOf('merchant-1'), []);
    assert.deepEqual(await reservedOf('merchant-0', MERCHANT, 'merchant-1'), [
      ['merchant-0', 1000],
      [MERCHANT, 1000],
    ]);
    await db.close();
  });

  // SQLite keeps no count of plans; Citus plans a statement for the shard that its values lead to.
  const skip = engine === 'sqlite' || distributed;
  it('are read by a statement that a connection plans once', { skip }, async () => {
    const { db } = await openStore(await database());
    // So many that a plan for any array of merchants looks dear, and one for a short array cheap.
    await sql`
      insert into merchants (id, name, return_origins, sandbox, created_at)
        select 'merchant-' || n, 'm', '[]', 0, 0 from generate_series(0, 2999) n`.execute(db.kysely);
    await sql`
      insert into allotments (merchant_id, lot, grams, grams_reserved, grams_allocated, grams_reported,
          grams_drawn_before, grams_topped_up, drawn_at)
        select 'merchant-' || n, 'wind-2024', 0, 0, 0, 0, 0, 0, 0 from generate_series(0, 2999) n`.execute(
      db.kysely,
    );
    await sql`analyze allotments`.execute(db.kysely);
    const planned = await db.transaction(async (tx) => {
      for (let times = 0; times < 20; times += 1) await readAllotments(tx, ['merchant-0']);
      const { rows } = await sql<{ anew: number }>`
        select custom_plans as anew from pg_prepared_statements where statement like '%grams_reported%'`.execute(
        tx,
      );
      return rows;
    });
    // PostgreSQL compares the first five plans with one that fits all values.
    assert.deepEqual(
      planned.map(({ anew }) => anew <= 10),
      [true],
    );
    await db.close();
  });
});
