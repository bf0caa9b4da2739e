import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { readLotUse } from '../allotments/lot-use.ts';
import { planRetirements } from '../retirements/plan.ts';
import { onBothEngines } from '../testing/engines.ts';
import { hasLockWait, runDuringTransaction } from '../testing/lock-wait.ts';
import { openWithLongTimeouts } from '../testing/open-with-long-timeouts.ts';
import { until } from '../testing/until.ts';
import type { Database } from './engine.ts';
import { migrate, migrateWithoutTimeout, migrationState } from './migrate.ts';
import type { Tx } from './transaction.ts';

/** A database with the schema of an earlier version, and a function that runs a statement there. */
async function openAt(url: string, until: string) {
  const db = openWithLongTimeouts(url);
  await migrate(db, { until });
  return { db, run: (text: string) => sql.raw(text).execute(db.kysely) };
}

onBothEngines('the schema of a database', ({ distributed, emptyDatabase, engine }) => {
  it('is compared without changing it, and lists due migrations and those of a newer program', {
    skip: distributed,
  }, async () => {
    const db = openWithLongTimeouts(await emptyDatabase());
    const { due } = await migrationState(db);
    assert.deepEqual((await migrationState(db)).due, due);
    assert.deepEqual(await migrate(db), due);
    const newer = sql`insert into schema_migrations (name) values ('9999-from-the-future')`;
    if (engine === 'postgres') {
      const another = async (tx: Tx): Promise<void> => {
        await sql`select pg_advisory_xact_lock(7204817)`.execute(tx);
        await newer.execute(tx);
      };
      await assert.rejects(
        runDuringTransaction(db, another, () => migrate(db)),
        { code: 'wrong_schema' },
      );
    } else await newer.execute(db.kysely);
    assert.deepEqual(await migrationState(db), { due: [], unknown: ['9999-from-the-future'] });
    await db.close();
  });

  for (const path of ['own', 'own, public'])
    it(`is separate from another program's list of migrations with the search_path ${path}`, {
      skip: distributed || engine === 'sqlite',
    }, async () => {
      const url = await emptyDatabase();
      const other = openWithLongTimeouts(url);
      const statements = [
        'create table schema_migrations (version text)',
        'create schema own',
        `alter database ${new URL(url).pathname.slice(1)} set search_path = ${path}`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(other.kysely);
      const db = openWithLongTimeouts(url);
      const { due } = await migrationState(db);
      assert.deepEqual(await migrate(db), due);
      assert.deepEqual(await migrationState(db), { due: [], unknown: [] });
      await db.close();
      await other.close();
    });

  for (const [what, options, message] of [
    ['an encoding without the letters of every name', "encoding 'LATIN1'", /LATIN1/],
    ['an alphabet with Y before J', "locale_provider icu icu_locale 'lv-LV'", /sorts text/],
    ['an alphabet with AA behind Z', "locale_provider icu icu_locale 'da-DK'", /sorts text/],
  ] as const)
    it(`is not created in ${what}`, { skip: distributed || engine === 'sqlite' }, async () => {
      const url = new URL(await emptyDatabase());
      const server = openWithLongTimeouts(url.href);
      url.pathname += '_other';
      const name = sql.id(url.pathname.slice(1));
      await sql`create database ${name} template template0 ${sql.raw(options)}`.execute(server.kysely);
      const db = openWithLongTimeouts(url.href);
      await assert.rejects(migrate(db), { code: 'wrong_schema', message });
      assert.equal((await db.kysely.introspection.getTables()).length, 0);
      await db.close();
      await sql`drop database ${name}`.execute(server.kysely);
      await server.close();
    });

  it('created by another account serves an account that may not create tables', {
    skip: distributed || engine === 'sqlite',
  }, async () => {
    const url = new URL(await emptyDatabase());
    const owner = openWithLongTimeouts(url.href);
    const made = await migrate(owner);
    const account = `serving_${url.pathname.slice(1)}`;
    const run = (text: string) => sql.raw(text).execute(owner.kysely);
    await run(`create role ${account} login`);
    await run(`grant select, insert, update, delete on all tables in schema public to ${account}`);
    url.username = account;
    const db = openWithLongTimeouts(url.href);
    assert.deepEqual(await migrate(db), []);
    await run(`delete from schema_migrations where name = '${made.at(-1)}'`);
    await assert.rejects(migrate(db), { code: '42501' });
    await db.close();
    await run(`drop owned by ${account}`);
    await run(`drop role ${account}`);
    await owner.close();
  });
});

onBothEngines('a database that others use while it is migrated', ({ distributed, emptyDatabase, engine }) => {
  it('has its tables unlocked between tries, so that a long reader such as a backup does not block others', {
    skip: distributed || engine === 'sqlite',
    timeout: 120_000,
  }, async () => {
    const url = await emptyDatabase();
    const { db } = await openAt(url, '0021-lean-settling');
    const [backup, gateway] = [openWithLongTimeouts(url), openWithLongTimeouts(url)];
    const orders = sql`select count(*) from orders`;
    const migrating = await backup.transaction(async (tx) => {
      await orders.execute(tx);
      const started = migrate(db, { tableMs: 200 });
      started.catch(() => {});
      await until(() => hasLockWait(backup), 'a migration that waits for a table');
      await orders.execute(gateway.kysely);
      return { started };
    });
    assert.ok((await migrating.started).includes('0022-emission-publishers'));
    for (const one of [db, backup, gateway]) await one.close();
  });

  it('is waited for once while another process migrates, whatever the lock timeout of its account', {
    skip: distributed || engine === 'sqlite',
  }, async () => {
    const url = await emptyDatabase();
    const other = openWithLongTimeouts(url);
    await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set lock_timeout = '10ms'`.execute(
      other.kysely,
    );
    let waits = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('pg_advisory_xact_lock')) waits += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const db = openWithLongTimeouts(url);
    const names = await runDuringTransaction(
      other,
      async (tx) => {
        await sql`select pg_advisory_xact_lock(7204817)`.execute(tx);
      },
      async () => {
        const started = migrate({ ...db, kysely: db.kysely.withPlugin(counting) });
        await sql`select pg_sleep(0.2)`.execute(db.kysely);
        return started;
      },
    );
    assert.deepEqual([names.at(0), waits], ['0001-first', 1]);
    for (const one of [db, other]) await one.close();
  });

  it('is migrated without a statement timeout, and with a limit of 10 s for an idle transaction', {
    skip: distributed || engine === 'sqlite',
  }, async () => {
    const url = await emptyDatabase();
    const db = openWithLongTimeouts(url);
    const limits = new Map<string, string | undefined>();
    const also = async (tx: Tx): Promise<void> => {
      for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
        const { rows } = await sql<{ limit: string }>`select current_setting(${name}) as "limit"`.execute(tx);
        limits.set(name, rows[0]?.limit);
      }
    };
    await migrateWithoutTimeout(db, url, { also });
    assert.deepEqual(Object.fromEntries(limits), {
      statement_timeout: '0',
      idle_in_transaction_session_timeout: '10s',
    });
    await db.close();
  });
});

onBothEngines('a database from before there were currencies', ({ distributed, emptyDatabase }) => {
  it('keeps every amount as rupees, and the rules on its orders', { skip: distributed }, async () => {
    const { db, run } = await openAt(await emptyDatabase(), '0003-rate-windows');
    await run(`insert into merchants (id, name, created_at) values ('air', 'Air', 0)`);
    await run(`insert into projects (id, name, registry, project_id, category, type, public_url, position)
      values ('wind', 'Wind', 'Verra', 'V1', 'c', 't', 'https://x.example', 0)`);
    await run(`insert into project_prices (project, effective_from, paise_per_tonne)
      values ('wind', 1, 119900), ('wind', 2, 9007199254740991)`);
    await run(`insert into orders (id, merchant_id, emission_amount, emission_unit, grams, paise_per_tonne,
        amount_paise, payment_token, status, payment_status, created_at, expires_at)
      values ('o1', 'air', 1.5, 'kgCO2', 1500, 119900, 9007199254740991, 't1', 'pending', 'pending', 5, 6)`);
    await run(`update orders set status = 'completed', payment_status = 'completed' where id = 'o1'`);
    await run(`insert into transactions (id, merchant_id, order_id, amount_paise, grams, created_at)
      values ('x1', 'air', 'o1', 9007199254740991, 1500, 7)`);
    await run(`insert into payments (id, order_id, provider, reference, amount_paise, state, created_at, updated_at)
      values ('p1', 'o1', 'sandbox', 'r1', 9007199254740991, 'captured', 7, 7)`);
    await run(`insert into order_totals (merchant_id, email, tax_id, status, shard, orders, paid_paise, users)
      values ('air', '', '', '', 0, 1, 9007199254740991, 0)`);

    assert.ok((await migrate(db)).includes('0007-currencies'));

    const rupees = { currency: 'INR', amount_minor: 9007199254740991 };
    const first = (table: 'orders' | 'transactions' | 'payments') =>
      db.kysely.selectFrom(table).select(['currency', 'amount_minor']).executeTakeFirst();
    for (const table of ['orders', 'transactions', 'payments'] as const)
      assert.deepEqual(await first(table), rupees, table);
    const order = await db.kysely
      .selectFrom('orders')
      .select(['inr_minor', 'emission_publishers'])
      .executeTakeFirst();
    assert.deepEqual(order, { inr_minor: rupees.amount_minor, emission_publishers: null });
    const total = await db.kysely.selectFrom('order_totals').select('paid_inr_minor').executeTakeFirst();
    assert.equal(total?.paid_inr_minor, rupees.amount_minor);
    const prices = await db.kysely
      .selectFrom('project_prices')
      .selectAll()
      .orderBy('effective_from')
      .execute();
    assert.deepEqual(
      prices.map(({ currency, minor_per_tonne, inr_per_unit }) => [currency, minor_per_tonne, inr_per_unit]),
      [
        ['INR', 119900, 1],
        ['INR', 9007199254740991, 1],
      ],
    );
    await assert.rejects(run(`update orders set status = 'failed'`), /final/);
    await assert.rejects(run(`update orders set amount_minor = 1`), /cannot change/);
    await db.close();
  });
});

onBothEngines('a database from before credits came from several lots', ({ distributed, emptyDatabase }) => {
  it('keeps the credits that each order holds or retired, and counts the grams of its totals', {
    skip: distributed,
  }, async () => {
    const { db, run } = await openAt(await emptyDatabase(), '0003-rate-windows');
    await run(`insert into merchants (id, name, created_at) values ('air', 'Air', 0)`);
    await run(`insert into projects (id, name, registry, project_id, category, type, public_url, position)
      values ('wind', 'Wind', 'Verra', 'V1', 'c', 't', 'https://x.example', 0)`);
    await run(`insert into credit_lots (id, project, serial_prefix, grams_total, grams_reserved, grams_retired)
      values ('lot', 'wind', 'V1-2024', 100000, 1500, 2000)`);
    const lots = { paid: 2000, failed: 700, pending: 1500, free: 0 };
    for (const [id, grams] of Object.entries(lots))
      await run(`insert into orders (id, merchant_id, emission_amount, emission_unit, grams, paise_per_tonne,
          amount_paise, email_key, payment_token, status, payment_status, project, lot, created_at, expires_at)
        values ('${id}', 'air', 1, 'kgCO2', ${grams}, 1, 1, 'a@x.example', '${id}', 'pending', 'pending', 'wind', 'lot', 5, 6)`);
    const end = (id: string, status: string, serials: string) =>
      run(
        `update orders set status = '${status}', payment_status = '${status}' ${serials} where id = '${id}'`,
      );
    await end('paid', 'completed', ', serial_from = 1, serial_to = 2000');
    await end('free', 'completed', '');
    await end('failed', 'failed', '');
    const count = async (email: string, status: string, orders: number): Promise<void> => {
      // As on PostgreSQL: a total spread over several rows.
      for (const [shard, own] of [
        [2, orders],
        [5, 0],
      ])
        await run(`insert into order_totals (merchant_id, email, tax_id, status, shard, orders, paid_paise, users)
          values ('air', '${email}', '', '${status}', ${shard}, ${own}, 0, 0)`);
    };
    for (const email of ['', '=a@x.example']) {
      await count(email, '', 4);
      await count(email, 'completed', 2);
      await count(email, 'failed', 1);
      await count(email, 'pending', 1);
    }

    await migrate(db, { until: '0006-allocations' });

    const rows = async () =>
      (await sql.raw('select * from allocations order by order_id').execute(db.kysely)).rows;
    const of = { merchant_id: 'air', lot: 'lot' };
    assert.deepEqual(await rows(), [
      { ...of, order_id: 'paid', grams: 2000, serial_from: 1, serial_to: 2000 },
      { ...of, order_id: 'pending', grams: 1500, serial_from: null, serial_to: null },
    ]);

    assert.ok((await migrate(db, { until: '0023-allotments' })).includes('0008-retirements'));

    // Credits called retired at the payment are allocated; each row and its old positions are kept.
    assert.deepEqual(await rows(), [
      { ...of, order_id: 'paid', grams: 2000, serial_from: 1, serial_to: 2000, allocated_at: 5, batch: null },
      {
        ...of,
        order_id: 'pending',
        grams: 1500,
        serial_from: null,
        serial_to: null,
        allocated_at: null,
        batch: null,
      },
    ]);
    const [lot] = await readLotUse(db.kysely);
    assert.deepEqual([lot?.reserved, lot?.allocated, lot?.free], [1500, 2000, 96_500]);
    const [plan] = await planRetirements(db);
    assert.deepEqual([plan?.orders, plan?.grams, plan?.tonnes], [1, 2000, 1]);
    const { rows: totals } = await run(`select email, sum(pending_grams) as pending,
      sum(completed_grams) as completed, sum(failed_grams) as failed
      from order_totals group by email order by email`);
    const grams = { pending: 1500, completed: 2000, failed: 700 };
    assert.deepEqual(totals, [
      { email: '', ...grams },
      { email: '=a@x.example', ...grams },
    ]);
    await db.close();
  });
});

onBothEngines('a database from before refunds were records', ({ distributed, emptyDatabase }) => {
  it('keeps completed and pending refunds as records, and loses no money', {
    skip: distributed,
  }, async () => {
    const { db, run } = await openAt(await emptyDatabase(), '0003-rate-windows');
    await run(`insert into merchants (id, name, created_at) values ('air', 'Air', 0)`);
    const order = async (id: string, status: string): Promise<void> => {
      await run(`insert into orders (id, merchant_id, emission_amount, emission_unit, grams, paise_per_tonne,
          amount_paise, payment_token, status, payment_status, created_at, expires_at)
        values ('${id}', 'air', 1, 'kgCO2', 1000, 100, 150, '${id}', 'pending', 'pending', 5, 6)`);
      if (status === 'pending') return;
      await run(`update orders set status = '${status}', payment_status = '${status}' where id = '${id}'`);
      if (status === 'completed')
        await run(`insert into transactions (id, merchant_id, order_id, amount_paise, grams, created_at)
          values ('txn_${id}', 'air', '${id}', 150, 1000, 7)`);
    };
    const payment = (id: string, of: string, state: string, amount = 150) =>
      run(`insert into payments (id, order_id, provider, reference, amount_paise, state, payment_reference, created_at,
          updated_at) values ('pay_${id}', '${of}', 'stripe', 'cs_${id}', ${amount}, '${state}', 'pi_${id}', 8, 9)`);
    for (const [id, status] of [
      ['kept', 'completed'],
      ['twice', 'completed'],
      ['due', 'completed'],
      ['done', 'completed'],
      ['late', 'failed'],
      ['short', 'pending'],
      ['open', 'pending'],
    ] as const)
      await order(id, status);
    await payment('A', 'kept', 'captured');
    await payment('B', 'twice', 'captured');
    await payment('C', 'twice', 'refunded');
    await payment('D', 'due', 'refund_due');
    await payment('E', 'done', 'refunded');
    await payment('F', 'late', 'refund_due');
    await payment('G', 'short', 'refund_due', 100);
    await payment('H', 'open', 'started');

    await migrate(db);

    const payments = await db.kysely.selectFrom('payments').selectAll().orderBy('id').execute();
    assert.deepEqual(
      payments.map((one) => [
        one.id,
        one.state,
        one.amount_minor,
        one.received_minor,
        one.kept_minor,
        one.check_at,
      ]),
      [
        ['pay_A', 'captured', 150, 150, 150, null],
        ['pay_B', 'captured', 150, 150, 150, null],
        ['pay_C', 'captured', 150, 150, 0, null],
        ['pay_D', 'captured', 150, 150, 150, null],
        ['pay_E', 'captured', 150, 150, 150, null],
        ['pay_F', 'captured', 150, 150, 0, null],
        ['pay_G', 'captured', 150, 100, 0, null],
        ['pay_H', 'started', 150, null, 0, 0],
      ],
    );
    const refunds = await db.kysely.selectFrom('refunds').selectAll().orderBy('id').execute();
    assert.deepEqual(
      refunds.map((one) => [one.id, one.cause, one.state, one.amount_minor, one.order_minor, one.grams]),
      [
        ['rfd_C', 'surplus', 'completed', 150, 0, 0],
        ['rfd_D', 'requested', 'pending', 150, 150, 1000],
        ['rfd_E', 'requested', 'completed', 150, 150, 1000],
        ['rfd_F', 'surplus', 'pending', 150, 0, 0],
        ['rfd_G', 'surplus', 'pending', 100, 0, 0],
      ],
    );
    const orders = await db.kysely
      .selectFrom('orders')
      .select(['id', 'refunded_minor', 'refund_pending_minor'])
      .where(({ or, eb }) => or([eb('refunded_minor', '>', 0), eb('refund_pending_minor', '>', 0)]))
      .orderBy('id')
      .execute();
    assert.deepEqual(
      orders.map((one) => Object.values(one)),
      [
        ['done', 150, 0],
        ['due', 0, 150],
      ],
    );
    const booked = await db.kysely
      .selectFrom('transactions')
      .select(['order_id', 'amount_minor', 'inr_minor', 'refund_id'])
      .where('refund_id', 'is not', null)
      .execute();
    assert.deepEqual(booked, [{ order_id: 'done', amount_minor: -150, inr_minor: -150, refund_id: 'rfd_E' }]);
    await assert.rejects(
      run(`insert into transactions (id, merchant_id, order_id, amount_minor, grams, created_at)
        values ('x', 'air', 'kept', 1, 1, 1)`),
      /unique|duplicate/i,
      'an order has one purchase',
    );
    await db.close();
  });
});

onBothEngines('a database from before payments named their merchant', ({ distributed, emptyDatabase }) => {
  it('names the merchant on every payment and attempt', { skip: distributed }, async () => {
    const { db, run } = await openAt(await emptyDatabase(), '0014-retention');
    for (const merchant of ['air', 'rail']) {
      await run(`insert into merchants (id, name, created_at) values ('${merchant}', 'M', 0)`);
      await run(`insert into orders (id, merchant_id, emission_amount, emission_unit, grams, minor_per_tonne,
          amount_minor, payment_token, status, payment_status, created_at, expires_at)
        values ('o-${merchant}', '${merchant}', 1, 'kgCO2', 1, 1, 1, '${merchant}', 'pending', 'pending', 5, 6)`);
      await run(`insert into payments (id, order_id, provider, reference, amount_minor, state, created_at, updated_at)
        values ('p-${merchant}', 'o-${merchant}', 'stripe', '${merchant}', 1, 'started', 5, 5)`);
      await run(`insert into deliveries (id, merchant_id, order_id, url, body, state, next_attempt_at, created_at)
        values ('d-${merchant}', '${merchant}', 'o-${merchant}', 'https://x.example', '{}', 'pending', 5, 5)`);
      await run(`insert into delivery_attempts (delivery_id, attempt, at, outcome, excerpt, duration_ms)
        values ('d-${merchant}', 1, 5, 'ok', '', 1)`);
    }

    await migrate(db);

    const payments = await db.kysely
      .selectFrom('payments')
      .select(['id', 'merchant_id'])
      .orderBy('id')
      .execute();
    assert.deepEqual(payments, [
      { id: 'p-air', merchant_id: 'air' },
      { id: 'p-rail', merchant_id: 'rail' },
    ]);
    const attempts = await db.kysely
      .selectFrom('delivery_attempts')
      .select(['delivery_id', 'merchant_id'])
      .orderBy('delivery_id')
      .execute();
    assert.deepEqual(attempts, [
      { delivery_id: 'd-air', merchant_id: 'air' },
      { delivery_id: 'd-rail', merchant_id: 'rail' },
    ]);
    await db.close();
  });
});

onBothEngines('a database from before an order could be in two batches', ({ distributed, emptyDatabase }) => {
  it('keeps every leaf, and accepts the order in another batch', { skip: distributed }, async () => {
    const { db, run } = await openAt(await emptyDatabase(), '0019-console-lists');
    await run(`insert into projects (id, name, registry, project_id, category, type, public_url, position)
      values ('wind', 'Wind', 'Verra', 'V1', 'c', 't', 'https://x.example', 0)`);
    await run(`insert into retirement_batches (id, project, state, cutoff, capacity, document, created_at)
      values ('b1', 'wind', 'published', 5, 9, 'jws', 5), ('b2', 'wind', 'open', 6, 9, null, 6)`);
    const leaf = (batch: string) => `insert into retirement_leaves
      (merchant_id, order_id, project, batch, hash, salt, grams) values ('air', 'o', 'wind', '${batch}', 'h', 's', 7)`;
    await run(leaf('b1'));

    await migrate(db);

    await run(leaf('b2'));
    await assert.rejects(run(leaf('b1')), /unique|duplicate/i, 'once in a batch');
    const leaves = await db.kysely.selectFrom('retirement_leaves').selectAll().orderBy('batch').execute();
    const of = { merchant_id: 'air', order_id: 'o', project: 'wind', hash: 'h', salt: 's', grams: 7 };
    assert.deepEqual(leaves, [
      { ...of, batch: 'b1' },
      { ...of, batch: 'b2' },
    ]);
    await db.close();
  });
});

onBothEngines('a database from before an order had parts of a lot', ({ distributed, emptyDatabase }) => {
  it('keeps every allocation, and accepts another part of a lot that a batch uses', {
    skip: distributed,
  }, async () => {
    const { db, run } = await openAt(await emptyDatabase(), '0025-lean-confirms');
    await run(`insert into projects (id, name, registry, project_id, category, type, public_url, position)
      values ('wind', 'Wind', 'Verra', 'V1', 'c', 't', 'https://x.example', 0)`);
    await run(
      `insert into credit_lots (id, project, serial_prefix, grams_total) values ('lot', 'wind', 'V1', 10000)`,
    );
    await run(`insert into allocations (merchant_id, order_id, lot, grams, allocated_at, batch, serial_from, serial_to)
      values ('air', 'a', 'lot', 700, 5, 'b1', null, null), ('air', 'b', 'lot', 9, 6, null, 1, 9)`);
    const allocations = () => db.kysely.selectFrom('allocations').selectAll().orderBy('order_id').execute();
    const before = await allocations();

    await migrate(db);

    assert.deepEqual(
      await allocations(),
      before.map((row) => ({ ...row, part: 0 })),
    );
    const more = (part: number) =>
      run(
        `insert into allocations (merchant_id, order_id, lot, part, grams) values ('air', 'a', 'lot', ${part}, 300)`,
      );
    await more(1);
    await assert.rejects(more(0), /unique|duplicate/i, 'once');
    await assert.rejects(run(`update allocations set allocated_at = null where batch = 'b1'`), /check/i);
    const { rows } = await (db.engine === 'postgres'
      ? sql`select indexname as name from pg_indexes where tablename = 'allocations' and indexname = 'allocations_due'`
      : sql`select name from sqlite_master where name = 'allocations_due'`
    ).execute(db.kysely);
    assert.deepEqual(rows, [{ name: 'allocations_due' }]);
    await db.close();
  });
});

onBothEngines('a database from before statements named their merchant', ({ distributed, emptyDatabase }) => {
  it('names the current merchant on each statement', { skip: distributed }, async () => {
    const { db, run } = await openAt(await emptyDatabase(), '0026-parts-of-lots');
    await run(
      `insert into merchants (id, name, created_at) values ('air', 'Example Air', 1), ('ice', 'Ice', 1)`,
    );
    await run(`insert into statements
      (merchant_id, id, number, period, currency, state, total_minor, orders, refunds, closed_at) values
      ('air', 'stm_1', 1, '2026-10', 'EUR', 'paid', 1240, 1, 0, 5), ('ice', 'stm_2', 1, '2026-10', 'EUR', 'closed', 9, 1, 0, 6)`);

    await migrate(db);

    const names = await db.kysely
      .selectFrom('statements')
      .select(['id', 'merchant_name'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      names.map(({ merchant_name }) => merchant_name),
      ['Example Air', 'Ice'],
    );
    await db.close();
  });
});

onBothEngines('a database from before merchants had allotments', ({ distributed, emptyDatabase, engine }) => {
  const counters = (reserved: number, allocated: number): string =>
    `grams_reserved = ${reserved}, grams_allocated = ${allocated}`;

  /** Two merchants with credits of one lot, before the migration, and another lot without orders. */
  async function openBefore(sums: string): Promise<Database> {
    const { db, run } = await openAt(await emptyDatabase(), '0022-emission-publishers');
    await run(`insert into projects (id, name, registry, project_id, category, type, public_url, position)
      values ('wind', 'Wind', 'Verra', 'V1', 'c', 't', 'https://x.example', 0)`);
    for (const lot of ['lot', 'other'])
      await run(`insert into credit_lots (id, project, serial_prefix, grams_total)
        values ('${lot}', 'wind', 'V1', 10000)`);
    await run(`update credit_lots set ${sums} where id = 'lot'`);
    for (const merchant of ['air', 'rail'])
      await run(`insert into merchants (id, name, created_at) values ('${merchant}', 'M', 0)`);
    for (const [merchant, order, grams, at] of [
      ['air', 'a', 700, 'null'],
      ['air', 'b', 200, '5'],
      ['air', 'c', 1000, '6'],
      ['rail', 'd', 40, 'null'],
    ])
      await run(`insert into allocations (merchant_id, order_id, lot, grams, allocated_at)
        values ('${merchant}', '${order}', 'lot', ${grams}, ${at})`);
    return db;
  }

  it('gives each merchant the grams that its orders hold, and leaves all others free', {
    skip: distributed,
  }, async () => {
    const db = await openBefore(counters(740, 1200));
    const before = await db.kysely.selectFrom('allocations').selectAll().orderBy('order_id').execute();

    await migrate(db);

    const rows = await db.kysely
      .selectFrom('allotments')
      .select(['merchant_id', 'lot', 'grams', 'grams_reserved', 'grams_allocated', 'grams_reported'])
      .orderBy('merchant_id')
      .execute();
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['air', 'lot', 1900, 700, 1200, 1200],
        ['rail', 'lot', 40, 40, 0, 0],
      ],
    );
    const lots = await db.kysely.selectFrom('credit_lots').selectAll().orderBy('id').execute();
    assert.deepEqual(
      lots.map((lot) => [
        lot.grams_total,
        lot.grams_allotted,
        lot.grams_sold,
        lot.grams_unaccounted,
        lot.holders,
      ]),
      [
        [10_000, 1940, 1200, 0, 0],
        [10_000, 0, 0, 0, 0],
      ],
    );
    const after = await db.kysely.selectFrom('allocations').selectAll().orderBy('order_id').execute();
    assert.deepEqual(
      after,
      before.map((row) => ({ ...row, part: 0 })),
    );
    await db.close();
  });

  it('does not sell grams that counters hold beyond the orders', { skip: distributed }, async () => {
    const db = await openBefore(counters(740, 1300));
    await migrate(db);
    const [lot] = await db.kysely.selectFrom('credit_lots').selectAll().orderBy('id').execute();
    assert.deepEqual([lot?.grams_allotted, lot?.grams_unaccounted], [1940, 100]);
    assert.equal((await readLotUse(db.kysely))[0]?.free, 7960);
    await db.close();
  });

  if (engine === 'postgres')
    it('no longer checks the lot of every order by a foreign key', { skip: distributed }, async () => {
      const db = await openBefore(counters(740, 1200));
      await migrate(db);
      const { rows } = await sql<{ definition: string }>`select pg_get_constraintdef(oid) as definition
        from pg_constraint where conrelid = 'allocations'::regclass and contype = 'f'`.execute(db.kysely);
      assert.deepEqual(rows, []);
      await db.close();
    });
});
