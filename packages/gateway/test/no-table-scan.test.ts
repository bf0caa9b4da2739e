import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { orderExportQuerySchema } from '@flight-offset/core';
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import SqliteDatabase from 'better-sqlite3';
import { findDisputes } from '../src/console/find/disputes.ts';
import { startGateway } from '../src/gateway.ts';
import type { OrderContext } from '../src/orders/context.ts';
import { oldestFirst } from '../src/orders/csv/csv-oldest-first.ts';
import { asOf } from '../src/orders/end/as-of.ts';
import { refundsOfOrder } from '../src/orders/refunds-of-order.ts';
import { sendRefunds } from '../src/payments/send-refunds.ts';
import { sandboxProvider } from '../src/providers/sandbox.ts';
import type { Database } from '../src/store/engine.ts';
import { migrate } from '../src/store/migrate.ts';
import { openDatabase } from '../src/store/open-database.ts';
import type { OrderRow } from '../src/store/schema.ts';
import { callerOf } from '../src/testing/caller.ts';
import { sandboxVisitor } from '../src/testing/console-visitor.ts';
import { databaseTracing } from '../src/tracing/database-tracing.ts';
import { eraseUser } from '../src/users/erase-user.ts';
import { claimDue } from '../src/webhooks/claim.ts';
import { createLanes } from '../src/webhooks/lanes.ts';
import { firstDue, waitingLanes } from '../src/webhooks/waiting.ts';

const exporter = new InMemorySpanExporter();
// As an operator's SDK does, before the gateway starts: the spans contain the text of every query.
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();

/** Tables with at least one row per order. */
const LARGE = [
  'orders',
  'allocations',
  'transactions',
  'statement_lines',
  'order_totals',
  'order_users',
  'payments',
  'refunds',
  'deliveries',
  'idempotency',
  'payout_lines',
];

/** Indexes of the few waiting rows of large tables: these may be read from end to end. */
const WAITING = [
  'deliveries_lane',
  'orders_expiry',
  'payments_check',
  'refunds_due',
  'payout_lines_unmatched',
];
const ORDERS = '/offset-gateway/orders';

it('no request for an order scans a table, or reads all rows of a merchant', async (t) => {
  const path = await newFile(t);
  const gateway = await startGateway({ databaseUrl: `sqlite:${path}` });
  t.after(() => gateway.close());
  const caller = callerOf(gateway.url);
  const create = async (): Promise<string> => {
    const body = { emission_amount: 10, user: { email: 'a@x.example' } };
    const { json } = await caller.post(ORDERS, body, { 'idempotency-key': crypto.randomUUID() });
    return json.order_id;
  };
  const [confirmed, paid, cancelled] = [await create(), await create(), await create()];
  exporter.reset();
  for (const [path, body] of [
    [`${ORDERS}/${confirmed}/confirm`, { reference: 'EX7K2P' }],
    [`/sandbox/orders/${paid}/payment`, { outcome: 'completed' }],
    [`${ORDERS}/${cancelled}/cancel`, {}],
    [`${ORDERS}/${confirmed}/refunds`, { emission_amount: 1 }],
    [`${ORDERS}/${paid}/refunds`, {}],
  ] as const) {
    const { status } = await caller.post(path, body);
    assert.ok(status === 200 || status === 201, `${path} returned ${status}`);
  }
  await create();
  const requests = plansOf(path, t);
  const seen = new Set(requests.map(({ text }) => text));
  assert.ok(seen.size > 20, `only ${seen.size} queries were seen`);
  assert.deepEqual(scansIn(requests), []);

  const visitor = await sandboxVisitor(gateway.url);
  exporter.reset();
  const names = ['pi_3Q', 'pay', 'rfd', 'txn', 'msg'].map((name) =>
    name.includes('_') ? name : `${name}_01M8JBRMS9AQFVDWYBH7RNT4CG`,
  );
  for (const page of ['', `/orders/${paid}`, ...names.map((name) => `/orders?search=${name}`)])
    assert.equal((await visitor.get(`/merchants/sandbox-merchant${page}`)).status, 200);
  for (const name of ['pi_3Q', 'ord_01M8JBRMS9AQFVDWYBH7RNT4CG'])
    assert.equal((await visitor.get(`?search=${name}`)).status, 200);
  const plans = plansOf(path, t);
  const searches = plans.filter(({ detail }) =>
    /^SEARCH (?:refunds|deliveries|payments|transactions) /.test(detail),
  );
  for (const index of ['payments_reference', 'refunds_reference'])
    assert.ok(
      searches.some(({ detail }) => detail.includes(index)),
      `${index} did not serve a search`,
    );
  assert.deepEqual(scansIn(plans), []);
  const ofAll = searches.filter(({ detail }) => detail.endsWith(' (merchant_id=?)'));
  assert.deepEqual(ofAll, [], 'the pages of an order and of a merchant read all that the merchant ever had');
});

it('a scrape of the metrics scans no table', async (t) => {
  const path = await newFile(t);
  const gateway = await startGateway({ databaseUrl: `sqlite:${path}` });
  t.after(() => gateway.close());
  const caller = callerOf(gateway.url);
  const file = new SqliteDatabase(path);
  const line =
    file.prepare(`insert into payout_lines (provider, id, payout, kind, payment_reference, reference, currency,
    gross_minor, fee_minor, tax_minor, net_minor, paid_currency, paid_minor, settled_on, state, imported_at)
    values ('stripe', ?, 'po_1', ?, ?, ?, 'INR', 100, 0, 0, 100, 'INR', 100, '2026-12-01', 'unmatched', 0)`);
  line.run('txn_1', 'payment', 'pi_1', null);
  line.run('txn_2', 'refund', 'pi_1', 're_1');
  file.close();
  exporter.reset();
  assert.equal((await caller.raw('/metrics')).status, 200);
  const scrape = plansOf(path, t);
  for (const table of ['payout_lines', 'payments', 'refunds', 'deliveries', 'orders'])
    assert.ok(
      scrape.some(({ text }) => text.includes(`from "${table}"`)),
      `${table} was not read`,
    );
  assert.deepEqual(scansIn(scrape), []);
});

it('an export of a month’s orders reads an index, bounded by date', async (t) => {
  const { path, db } = await watchedFile(t);
  const month = orderExportQuerySchema.parse({ from: '2026-11-01', to: '2026-12-01' });
  const readPage = oldestFirst('merchant-a', month, 7_200_000);
  // Pages are read while the response is sent, when the request's own span has ended.
  const pages = await plansWhile(path, t, async () => {
    const after = { created_at: 1, id: 'ord_1' } as OrderRow;
    for (const last of [undefined, after]) await readPage(db, last, 500);
  });
  assert.equal(pages.length, 2);
  for (const { detail } of pages)
    assert.match(detail, /^SEARCH orders USING INDEX orders_list \(merchant_id=\? AND .*created_at/);
  // An index of every order of the merchant would use neither bound.
  assert.match(pages[0]?.detail ?? '', /created_at>\? AND created_at<\?/);
});

it('payments and refunds shown with orders are found by order, not by merchant', async (t) => {
  const { path, db } = await watchedFile(t);
  const orders = ['ord_1', 'ord_2'].map(
    (id) =>
      ({
        merchant_id: 'merchant-a',
        id,
        status: 'pending',
        expires_at: 0,
        refunded_minor: 1,
        refund_pending_minor: 0,
      }) as OrderRow,
  );
  const plans = await plansWhile(path, t, async () => {
    await Promise.all([asOf(db, orders, 1), findDisputes(db, 'merchant-a', orders)]);
    await refundsOfOrder(db.reader, { merchant_id: 'merchant-a', id: 'ord_1' });
  });
  const searches = plans.filter(({ detail }) => detail.startsWith('SEARCH'));
  assert.deepEqual(searches.map(({ detail }) => detail).toSorted(), [
    'SEARCH payments USING INDEX payments_order (order_id=?)',
    'SEARCH refunds USING INDEX refunds_order (order_id=?)',
    'SEARCH refunds USING INDEX refunds_order (order_id=?)',
  ]);
});

it('an erasure finds refunds by the erased orders, not by merchant', async (t) => {
  const { path, db } = await watchedFile(t);
  const file = new SqliteDatabase(path);
  file.pragma('foreign_keys = off');
  file.exec(`insert into merchants (id, name, created_at) values ('merchant-a', 'A', 1);
    insert into orders (id, merchant_id, emission_amount, emission_unit, grams, minor_per_tonne, amount_minor,
      payment_token, user_email, email_key, status, payment_status, project, inr_minor, created_at, expires_at)
    select id, 'merchant-a', 1, 'kgCO2', 1000, 1, 1, id, 'a@x.example', 'a@x.example', 'pending', 'pending', 'wind', 1, 1, 1
      from (select 'ord_1' as id union all select 'ord_2');
    update orders set status = 'failed', payment_status = 'failed'`);
  file.close();
  const plans = await plansWhile(path, t, async () =>
    assert.equal((await eraseUser(db, 'a@x.example')).erased, 2),
  );
  const refunds = plans.filter(({ text }) => text.startsWith('update "refunds"'));
  assert.deepEqual(
    refunds.map(({ detail }) => detail),
    ['SEARCH refunds USING INDEX refunds_order (order_id=?)'],
  );
});

it('the search for refunds to send reads those that are due, not all of the provider', async (t) => {
  const { path, db } = await watchedFile(t);
  const context = { db, now: () => 1 } as OrderContext;
  const plans = await plansWhile(path, t, async () => {
    await sendRefunds(context, sandboxProvider());
  });
  assert.deepEqual(
    plans.flatMap(({ detail }) => (/ refunds /.test(detail) ? detail : [])),
    [
      'SEARCH refunds USING INDEX refunds_due (next_attempt_at<?)',
      'SEARCH refunds USING INDEX sqlite_autoindex_refunds_1 (merchant_id=? AND id=?)',
    ],
  );
});

it('the claim of a webhook finds earlier ones by order, not by merchant', async (t) => {
  const { path, db } = await watchedFile(t);
  const file = new SqliteDatabase(path);
  file.pragma('foreign_keys = off');
  const webhook =
    file.prepare(`insert into deliveries (id, merchant_id, order_id, sequence, lane, url, body, state,
    attempts, next_attempt_at, claimed_until, created_at)
    values (?, 'merchant-a', ?, ?, 'merchant-a 1', 'https://a.example/', '{}', 'pending', 0, 0, 0, 0)`);
  for (let each = 1; each <= 16; each += 1) webhook.run(`msg_${each}`, `ord_${each}`, each);
  file.close();
  const lanes = createLanes();
  for (let each = 0; each < 16; each += 1) {
    lanes.begin('merchant-a 1');
    lanes.end('merchant-a 1', true);
  }
  const plans = await plansWhile(path, t, async () => {
    assert.equal(await firstDue(db.kysely, await waitingLanes(db.kysely), 1), 0);
    // As many as a lane may have under way: SQLite prefers the merchant's index to more than a few identifiers.
    assert.equal((await claimDue(db, lanes, 1)).deliveries.length, 16);
  });
  assert.deepEqual(
    plans.filter(({ detail }) => detail.includes('deliveries_merchant')),
    [],
  );
  const earlier = plans.filter(({ detail }) => detail.startsWith('SEARCH earlier'));
  assert.deepEqual(
    earlier.map(({ detail }) => detail),
    Array(2).fill('SEARCH earlier USING INDEX deliveries_order (order_id=? AND sequence<?)'),
  );
});

/** Returns the path of a database file, which is removed after the test. */
async function newFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-plans-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'gateway.sqlite');
}

/** Creates a migrated database whose queries are recorded. */
async function watchedFile(t: TestContext): Promise<{ readonly path: string; readonly db: Database }> {
  const path = await newFile(t);
  const db = openDatabase(`sqlite:${path}`, { tracing: databaseTracing });
  t.after(() => db.close());
  await migrate(db);
  return { path, db };
}

/** A recorded query, and a step of its plan. */
interface Step {
  readonly text: string;
  readonly detail: string;
}

/** Returns the value of a waiting state: SQLite uses an index of waiting rows only for this value. */
function valueBehind(text: string, before: string): string | null {
  if (!/"(?:state|status)" = $/.test(before)) return null;
  return /from "payout_lines"/.test(text) ? 'unmatched' : 'pending';
}

/** Explains how SQLite runs the queries of some work. */
async function plansWhile(path: string, t: TestContext, work: () => Promise<void>): Promise<Step[]> {
  exporter.reset();
  await trace.getTracer('test').startActiveSpan('work', async (span) => {
    await work();
    span.end();
  });
  return plansOf(path, t);
}

/** Explains how SQLite runs the queries recorded since the exporter was emptied. */
function plansOf(path: string, t: TestContext): Step[] {
  const texts = new Set(
    exporter.getFinishedSpans().flatMap(({ attributes }) => (attributes['db.query.text'] as string) ?? []),
  );
  const file = new SqliteDatabase(path, { readonly: true });
  t.after(() => file.close());
  return [...texts]
    .filter((text) => /^(select|update|delete)/i.test(text))
    .flatMap((text) => {
      const statement = file.prepare<unknown[], { detail: string }>(`explain query plan ${text}`);
      const parameters = text
        .split('?')
        .slice(0, -1)
        .map((before) => valueBehind(text, before));
      return statement.all(...parameters).map(({ detail }) => ({ text, detail }));
    });
}

/** Finds steps that read the whole of a large table, or of an index of all its rows. */
function scansIn(steps: readonly Step[]): Step[] {
  return steps.filter(
    ({ detail }) =>
      LARGE.some((table) => new RegExp(`^SCAN ${table}\\b`).test(detail)) &&
      !WAITING.some((index) => detail.endsWith(` INDEX ${index}`)),
  );
}
