import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { onBothEngines } from '../../testing/engines.ts';
import { openWithLongTimeouts } from '../../testing/open-with-long-timeouts.ts';
import { until } from '../../testing/until.ts';
import type { Database } from '../engine.ts';
import { migrate } from '../migrate.ts';

const BEFORE = '0023-allotments';

async function run<T = unknown>(db: Database, text: string): Promise<T[]> {
  const { rows } = await sql.raw<T>(text).execute(db.kysely);
  return rows;
}

/** Earlier totals, spread over several rows, of which only the sums have a meaning. */
const TOTALS = [
  // merchant, e-mail address, tax id, shard; orders pending, completed, failed; paise; users in any state and in each
  `'air', '', '', 2, 6, 3, 0, 900, 3, 4, 2, 0`,
  `'air', '', '', 5, -2, 2, 1, 1600, 2, -1, 2, 1`,
  `'air', '', '=29T', 1, 1, 1, 0, 900, 1, 1, 1, 0`,
  `'air', '', '=27K', 3, 0, 2, 0, 700, 1, 0, 1, 0`,
  `'rail', '', '', 0, 0, 1, 0, 40, 1, 0, 1, 0`,
  `'air', '=a@x.example', '', 0, 2, 1, 0, 900, 0, 0, 0, 0`,
  `'air', '=a@x.example', '=29T', 0, 1, 1, 0, 900, 0, 0, 0, 0`,
  `'air', '=b@x.example', '', 2, 3, 0, 1, 0, 0, 0, 0, 0`,
  `'air', '=b@x.example', '', 5, -1, 1, 0, 800, 0, 0, 0, 0`,
  `'rail', '=a@x.example', '', 0, 0, 1, 0, 40, 0, 0, 0, 0`,
];
const USERS = [
  `'air', '', 'e:a@x.example', 2, 1, 0`,
  `'air', '=29T', 'e:a@x.example', 1, 1, 0`,
  `'air', '', 'e:b@x.example', 2, 1, 1`,
  `'air', '', 't:27K', 0, 2, 0`,
  `'air', '=27K', 't:27K', 0, 2, 0`,
  `'air', '', 'n:Ola', 0, 1, 1`,
  `'rail', '', 'e:a@x.example', 0, 1, 0`,
];
/** Orders of users without an e-mail address, and of an erased person: id, paise, tax id, name, outcome. */
const ORDERS = [
  ['o1', 300, `'27K'`, 'null', 'completed'],
  ['o2', 400, `'27K'`, `'Ola'`, 'completed'],
  ['o3', 100, 'null', `'Ola'`, 'completed'],
  ['o4', 5000, 'null', `'Ola'`, 'failed'],
  ['o5', 60, 'null', 'null', 'completed'],
] as const;

async function fill(db: Database): Promise<void> {
  await run(db, `insert into merchants (id, name, created_at) values ('air', 'Air', 0), ('rail', 'Rail', 0)`);
  const counts = 'pending_orders, completed_orders, failed_orders';
  await run(
    db,
    `insert into order_totals (merchant_id, email, tax_id, shard, ${counts}, paid_inr_minor, users, pending_users,
      completed_users, failed_users) values ${TOTALS.map((row) => `(${row})`).join(', ')}`,
  );
  await run(
    db,
    `insert into order_users (merchant_id, tax_id, user_key, ${counts}) values ${USERS.map((row) => `(${row})`).join(', ')}`,
  );
  for (const [id, paise, taxId, name, outcome] of ORDERS) {
    await run(
      db,
      `insert into orders (id, merchant_id, emission_amount, emission_unit, grams, minor_per_tonne, amount_minor, inr_minor,
        user_tax_id, user_name, payment_token, status, payment_status, created_at, expires_at)
      values ('${id}', 'air', 1, 'kgCO2', 1000, 1, ${paise}, ${paise}, ${taxId}, ${name}, '${id}', 'pending', 'pending', 5, 6)`,
    );
    await run(
      db,
      `update orders set status = '${outcome}', payment_status = '${outcome}' where id = '${id}'`,
    );
  }
}

onBothEngines('a database with totals per e-mail address', ({ engine, distributed, emptyDatabase }) => {
  it('keeps every count and all money, with those of an e-mail address on its user', {
    skip: distributed,
  }, async (t) => {
    const db = openWithLongTimeouts(await emptyDatabase());
    t.after(() => db.close());
    await migrate(db, { until: BEFORE });
    await fill(db);

    assert.ok((await migrate(db)).includes('0024-user-totals'));

    const totals = await run<Record<string, unknown>>(
      db,
      `select merchant_id, tax_id, sum(pending_orders) as pending, sum(completed_orders) as completed,
        sum(failed_orders) as failed, sum(paid_inr_minor) as paid, sum(users) as users,
        sum(pending_users) as pending_users, sum(completed_users) as completed_users, sum(failed_users) as failed_users
      from order_totals group by merchant_id, tax_id order by merchant_id, tax_id`,
    );
    assert.deepEqual(
      totals.map((row) => Object.values(row)),
      [
        ['air', '', 4, 5, 1, 2500, 5, 3, 4, 1],
        ['air', '=27K', 0, 2, 0, 700, 1, 0, 1, 0],
        ['air', '=29T', 1, 1, 0, 900, 1, 1, 1, 0],
        ['rail', '', 0, 1, 0, 40, 1, 0, 1, 0],
      ],
    );
    const users = await run<Record<string, unknown>>(
      db,
      `select merchant_id, tax_id, user_key, pending_orders, completed_orders, failed_orders, paid_inr_minor
      from order_users order by merchant_id, user_key, tax_id`,
    );
    assert.deepEqual(
      users.map((row) => Object.values(row)),
      [
        ['air', '', 'e:a@x.example', 2, 1, 0, 900],
        ['air', '=29T', 'e:a@x.example', 1, 1, 0, 900],
        ['air', '', 'e:b@x.example', 2, 1, 1, 800],
        ['air', '', 'n:Ola', 0, 1, 1, 100],
        ['air', '', 't:27K', 0, 2, 0, 700],
        ['air', '=27K', 't:27K', 0, 2, 0, 700],
        ['rail', '', 'e:a@x.example', 0, 1, 0, 40],
      ],
    );
    // One row of each merchant, tax id and shard, to which the gateway can add.
    const again = `insert into order_totals (merchant_id, tax_id, shard) values ('air', '', 2)`;
    await assert.rejects(run(db, again), /unique/i);
  });

  it('keeps what another gateway counts meanwhile', {
    skip: engine === 'sqlite' ? 'one migrates alone' : distributed,
  }, async (t) => {
    const url = await emptyDatabase();
    const [db, other] = [openWithLongTimeouts(url), openWithLongTimeouts(url)];
    t.after(() => Promise.all([db.close(), other.close()]));
    await migrate(db, { until: BEFORE });
    await fill(db);

    const migrated = await other.kysely.transaction().execute(async (tx) => {
      // An order that names no person: the rows of users do not change.
      await sql`insert into order_totals (merchant_id, email, tax_id, shard, completed_orders, paid_inr_minor)
        values ('air', '', '', 7, 1, 11)`.execute(tx);
      const migrating = migrate(db);
      await until(async () => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(tx);
        return (rows[0]?.n ?? 0) > 0;
      });
      return { migrating };
    });
    await migrated.migrating;

    const [row] = await run<{ orders: number; paid: number }>(
      db,
      `select sum(completed_orders) as orders, sum(paid_inr_minor) as paid from order_totals
      where merchant_id = 'air' and tax_id = ''`,
    );
    assert.deepEqual(row, { orders: 6, paid: 2511 });
  });
});
