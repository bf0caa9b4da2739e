import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import SqliteDatabase from 'better-sqlite3';
import { startGateway } from '../src/gateway.ts';
import { callerOf } from '../src/testing/caller.ts';

const exporter = new InMemorySpanExporter();
// As an operator's SDK does, before the gateway starts: the spans hold the text of every query.
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();

/** Tables with a row or more per order. */
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
];
const ORDERS = '/offset-gateway/orders';

it('no request of an order reads a whole table: its cost does not grow with their number', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-plans-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'orders.sqlite');
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
  const texts = new Set(
    exporter.getFinishedSpans().flatMap(({ attributes }) => (attributes['db.query.text'] as string) ?? []),
  );
  const file = new SqliteDatabase(path, { readonly: true });
  t.after(() => file.close());
  const scans = [...texts]
    .filter((text) => /^(select|update|delete)/i.test(text))
    .flatMap((text) => {
      const statement = file.prepare<unknown[], { detail: string }>(`explain query plan ${text}`);
      const parameters = Array.from({ length: text.split('?').length - 1 }, () => null);
      return statement.all(...parameters).map(({ detail }) => ({ text, detail }));
    })
    .filter(({ detail }) => LARGE.some((table) => new RegExp(`^SCAN ${table}\\b`).test(detail)));
  assert.ok(texts.size > 20, `only ${texts.size} queries were seen`);
  assert.deepEqual(scans, []);
});
