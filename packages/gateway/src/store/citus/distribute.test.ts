import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { readLotUse } from '../../allotments/lot-use.ts';
import { createOrder } from '../../orders/create.ts';
import { completeTogether } from '../../orders/end/complete-together.ts';
import { listOrders } from '../../orders/find.ts';
import { applyTogether } from '../../payments/apply-together.ts';
import { claimOpening, finishOpening } from '../../payments/open-payment.ts';
import type { PaymentReport } from '../../providers/provider.ts';
import { confirmOrder } from '../../settlement/confirm.ts';
import { createCitusDatabase, createClusterDatabase, dropCitusDatabases } from '../../testing/citus.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { openWithLongTimeouts } from '../../testing/open-with-long-timeouts.ts';
import { listQuery } from '../../testing/recount.ts';
import { addMerchant, MERCHANT, openStore, settleOrder, type TestStore } from '../../testing/store.ts';
import type { Database } from '../engine.ts';
import { isDistributed } from '../is-distributed.ts';
import { migrate } from '../migrate.ts';
import { distribute } from './distribute.ts';
import { placementOf } from './placement.ts';

const { CITUS_URL = '' } = process.env;
const skip = CITUS_URL === '' && 'CITUS_URL names no cluster';

async function order(store: TestStore, merchant = MERCHANT): Promise<string> {
  const input = { emission_amount: 1, emission_unit: 'kgCO2', user: { email: 'a@x.example' } } as const;
  return JSON.parse((await createOrder(store.context, merchant, input)).body).order_id;
}

describe('the placement of a table', () => {
  for (const [table, columns, placement] of [
    ['orders', ['id', 'merchant_id'], 'by-merchant'],
    ['api_keys', ['id', 'merchant_id'], 'reference'],
    ['projects', ['id'], 'reference'],
    ['payout_lines', ['provider', 'id'], 'reference'],
    ['credit_lots', ['id'], 'reference'],
    ['allotments', ['merchant_id', 'lot'], 'by-merchant'],
    ['console_people', ['merchant_id', 'id'], 'coordinator'],
  ] as const)
    it(`${table}: ${placement}`, () => assert.equal(placementOf(table, columns), placement));
});

onBothEngines('a database that is no cluster', ({ distributed, database }) => {
  it('is not distributed, and the error names the missing extension', { skip: distributed }, async () => {
    const db = openWithLongTimeouts(await database());
    await assert.rejects(distribute(db), { name: 'CitusError', message: /create extension citus/ });
    assert.equal(await isDistributed(db), false);
    await db.close();
  });
});

describe('a cluster', { skip }, () => {
  const made: string[] = [];
  after(() => dropCitusDatabases(CITUS_URL, made));

  it('gets all existing rows, in shards by merchant, and a second run changes nothing', async () => {
    const store = await openStore(await createClusterDatabase(CITUS_URL));
    made.push(store.url);
    const { kysely } = store.db;
    await addMerchant(store.db, 'merchant-b');
    const ids = [await order(store), await order(store), await order(store, 'merchant-b')];
    await settleOrder(store, ids[0] ?? '', 'completed');
    const tables = (await kysely.introspection.getTables()).filter(
      ({ schema, isView }) => schema === 'public' && !isView,
    );
    const count = async (): Promise<[string, unknown][]> =>
      Promise.all(
        tables.map(async ({ name }): Promise<[string, unknown]> => {
          const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(
            kysely,
          );
          return [name, rows[0]?.n];
        }),
      );
    const before = await count();

    const done = await distribute(store.db);

    assert.ok(['orders', 'allotments', 'merchants', 'credit_lots'].every((table) => done.includes(table)));
    assert.deepEqual(await count(), before);
    const { rows: keys } = await sql<{ keys: string }>`
      select pg_get_constraintdef(oid) as keys from pg_constraint
      where conrelid = 'payments'::regclass and contype in ('p', 'f') order by 1`.execute(kysely);
    assert.deepEqual(
      keys.map((row) => row.keys),
      [
        'FOREIGN KEY (merchant_id, order_id) REFERENCES orders(merchant_id, id)',
        'PRIMARY KEY (merchant_id, id)',
      ],
    );
    assert.deepEqual(await distribute(store.db), []);
    await store.db.close();

    const again = await openStore(store.url);
    assert.equal(await isDistributed(again.db), true);
    assert.ok(await settleOrder(again, ids[2] ?? '', 'completed'));
    await again.db.close();
  });

  it('can be migrated, after which only new tables are distributed', async () => {
    const url = await createClusterDatabase(CITUS_URL);
    made.push(url);
    const db = openWithLongTimeouts(url, { poolSize: 1, statementTimeoutMs: 0 });
    await migrate(db, { until: '0017-merchant-keys' });
    const before = await distribute(db);
    for (const statement of SOLD_BEFORE) await sql.raw(statement).execute(db.kysely);
    const migrated = await migrate(db);
    assert.ok(migrated.includes('0019-console-lists'));
    assert.ok(!before.includes('failed_requests') && (await distribute(db)).includes('failed_requests'));
    await db.close();
    const store = await openStore(url);
    const id = await order(store);
    assert.equal((await settleOrder(store, id, 'completed'))?.status, 'completed');
    const use = (await readLotUse(store.db.kysely)).find((lot) => lot.id === 'lot');
    assert.deepEqual([use?.free, use?.reserved, use?.allocated], [8100, 700, 1200]);
    for (const [email, total_orders, total_amount_paid] of [
      [undefined, 3, 9],
      ['Bo@x.example', 2, 4],
    ] as const) {
      const { overview } = await listOrders(store.context, 'air', listQuery(email ? { email } : {}));
      assert.deepEqual(overview, { total_orders, total_amount_paid, total_users: 1 });
    }
    await store.db.close();
  });

  it('runs no statement across merchants from the creation of an order to its completion', async () => {
    const url = await createCitusDatabase(CITUS_URL);
    made.push(url);
    const store = await openStore(url);
    const { kysely } = store.db;
    await addMerchant(store.db, 'merchant-b');
    await kysely.updateTable('merchants').set({ settlement: 'merchant' }).execute();
    for (const merchant_id of [MERCHANT, 'merchant-b'])
      await kysely
        .insertInto('settlement_limits')
        .values({ merchant_id, currency: 'INR', limit_minor: 1_000_000 })
        .execute();
    await store.db.close();
    const strict = openWithLongTimeouts(url, { poolSize: 1 });
    const name = new URL(url).pathname.slice(1);
    await sql
      .raw(`alter database ${name} set citus.multi_task_query_log_level to 'error'`)
      .execute(strict.kysely);
    await strict.close();
    const watched = await openStore(url);
    await assert.rejects(
      watched.db.kysely.selectFrom('orders').select('id').execute(),
      /multi-task/,
      'a statement over every shard is refused',
    );

    const merchants = [MERCHANT, 'merchant-b', MERCHANT, 'merchant-b'];
    const ids = await Promise.all(merchants.map((merchant) => order(watched, merchant)));
    await Promise.all(
      ids.map((orderId, index) =>
        confirmOrder(watched.context, {
          merchantId: merchants[index] ?? '',
          orderId,
          reference: `R${index}`,
        }),
      ),
    );
    const paid = await Promise.all(merchants.map((merchant) => order(watched, merchant)));
    const done = await Promise.all(
      paid.map((orderId, index) =>
        completeTogether(watched.context, { merchantId: merchants[index] ?? '', orderId }),
      ),
    );
    assert.ok(done.every((one) => one?.order.status === 'completed'));
    await watched.db.close();
  });

  it('runs no statement across merchants in the transaction that applies payments', async () => {
    const store = await openStore(await createCitusDatabase(CITUS_URL));
    made.push(store.url);
    await addMerchant(store.db, 'merchant-b');
    const merchants = [MERCHANT, 'merchant-b', MERCHANT, 'merchant-b'];
    const reports = await Promise.all(merchants.map((merchant) => openPayment(store, merchant)));
    // A report names no merchant: it is looked up in every shard, before the transaction.
    const db: Database = {
      ...store.db,
      transaction: (work) =>
        store.db.transaction(async (tx) => {
          await sql`set local citus.multi_task_query_log_level to 'error'`.execute(tx);
          return work(tx);
        }),
    };
    const context = { ...store.context, db };
    const apply = (report: PaymentReport) => applyTogether(context, 'bank', report, 'event');
    // Each twice: the second changes nothing.
    const outcomes = await Promise.all([...reports, ...reports].map(apply));
    assert.deepEqual([...new Set(outcomes)], ['applied']);
    const orders = await store.db.kysely.selectFrom('orders').select('status').execute();
    assert.deepEqual(
      orders.map(({ status }) => status),
      merchants.map(() => 'completed'),
    );
    await store.db.close();
  });
});

/** Sales of two merchants from a lot before there were allotments, and totals of that time. */
const SOLD_BEFORE = [
  `insert into projects (id, name, registry, project_id, category, type, public_url, position)
    values ('sun', 'Sun', 'Verra', 'V1', 'c', 't', 'https://x.example', 1)`,
  `insert into credit_lots (id, project, serial_prefix, grams_total, grams_reserved, grams_allocated)
    values ('lot', 'sun', 'V1', 10000, 700, 1200)`,
  `insert into merchants (id, name, created_at) values ('air', 'Air', 0), ('rail', 'Rail', 0)`,
  `insert into allocations (merchant_id, order_id, lot, grams) values ('air', 'a', 'lot', 700)`,
  `insert into allocations (merchant_id, order_id, lot, grams, allocated_at) values ('air', 'b', 'lot', 200, 5)`,
  `insert into allocations (merchant_id, order_id, lot, grams, allocated_at) values ('rail', 'c', 'lot', 1000, 6)`,
  `insert into order_totals (merchant_id, email, tax_id, shard, pending_orders, completed_orders, paid_inr_minor, users)
    values ('air', '', '', 1, 2, 0, 0, 1), ('air', '', '', 5, -1, 2, 900, 0), ('air', '=bo@x.example', '', 0, 1, 1, 400, 0)`,
  `insert into order_users (merchant_id, tax_id, user_key, pending_orders, completed_orders)
    values ('air', '', 'e:bo@x.example', 1, 1)`,
];

/** Creates an order and opens its payment. @returns the provider's report that it is paid. */
async function openPayment(store: TestStore, merchant: string): Promise<PaymentReport> {
  const id = await order(store, merchant);
  const opening = await claimOpening(store.context, 'bank', { id, merchant_id: merchant });
  if (opening.kind !== 'claimed') throw new Error(`the opening is ${opening.kind}`);
  const reference = `page-${opening.paymentId}`;
  await finishOpening(store.context, opening, { reference, url: 'https://bank.example', expiresAt: 9e12 });
  const { currency, amount_minor } = opening.order;
  return {
    kind: 'payment',
    state: 'paid',
    reference,
    paymentReference: `money-${reference}`,
    received: { currency, amount_minor },
  };
}
