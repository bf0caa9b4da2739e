/**
 * The floor: Hono that reads JSON, inserts the same row without a check (with SAME_ROWS also every other row of an
 * order) and returns the same bytes. In its own process, as the gateway is; reports its address by IPC.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import SqliteDatabase from 'better-sqlite3';
import { Hono } from 'hono';
import pg from 'pg';
import { ulid } from 'ulid';

const { DATABASE_URL = '', CALCULATE_RESPONSE = '', SAME_ROWS = '' } = process.env;
const COLUMNS = [
  'id',
  'merchant_id',
  'emission_amount',
  'emission_unit',
  'grams',
  'currency',
  'minor_per_tonne',
  'amount_minor',
  'inr_minor',
  'user_name',
  'user_email',
  'user_tax_id',
  'email_key',
  'callback_url',
  'payment_token',
  'status',
  'payment_status',
  'project',
  'created_at',
  'expires_at',
  'settled_at',
];

type Insert = (row: unknown[]) => unknown;

/** Statements for the other rows of an order: credits, users, totals and its allocation, in one transaction with it. */
const BESIDES = [
  `update allotments set grams_reserved = grams_reserved + 1000
   where merchant_id = 'sandbox-merchant' and lot = 'sandbox-wind-2024'`,
  `insert into order_users (merchant_id, tax_id, user_key, pending_orders)
   values ('sandbox-merchant', '', 'e:' || $1, 1)
   on conflict (merchant_id, tax_id, user_key) do update set pending_orders = order_users.pending_orders + 1`,
  `insert into order_totals (merchant_id, tax_id, shard, pending_orders, users, pending_users)
   values ('sandbox-merchant', '', $1, 1, 1, 1)
   on conflict (merchant_id, tax_id, shard) do update set pending_orders = order_totals.pending_orders + 1`,
  `insert into allocations (merchant_id, order_id, lot, grams)
   values ('sandbox-merchant', $1, 'sandbox-wind-2024', 1000)`,
] as const;

/** The allotment that these orders draw from. */
const ALLOTMENT = `insert into allotments (merchant_id, lot, grams, grams_reserved, grams_allocated, grams_reported,
    grams_drawn_before, grams_topped_up, drawn_at)
  values ('sandbox-merchant', 'sandbox-wind-2024', 9000000000000000, 0, 0, 0, 0, 0, 0) on conflict do nothing`;

function openInsert(): Insert {
  const into = `insert into orders (${COLUMNS.join(', ')}) values`;
  const text = `${into} (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`;
  const email = COLUMNS.indexOf('email_key');
  if (DATABASE_URL.startsWith('sqlite:')) {
    const db = new SqliteDatabase(DATABASE_URL.slice('sqlite:'.length));
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.exec(ALLOTMENT);
    const own = db.prepare(`${into} (${COLUMNS.map(() => '?').join(', ')})`);
    const [credits, users, totals, allocation] = BESIDES.map((one) => db.prepare(one.replaceAll('$1', '?')));
    const all = db.transaction((row: unknown[]) => {
      credits?.run();
      own.run(...row);
      users?.run(row[email]);
      totals?.run(0);
      allocation?.run(row[0]);
    });
    return SAME_ROWS === '' ? (row) => own.run(...row) : all;
  }
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
  // The server ends first when a benchmark is over.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  if (SAME_ROWS === '') return (values) => pool.query({ name: 'own', text, values });
  const ready = pool.query(ALLOTMENT);
  return async (row) => {
    await ready;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({ name: 'credits', text: BESIDES[0] });
      await client.query({ name: 'own', text, values: row });
      await client.query({
        name: 'users',
        text: BESIDES[1].replaceAll('$1', '$1::text'),
        values: [row[email]],
      });
      await client.query({
        name: 'totals',
        text: BESIDES[2],
        values: [Math.floor(Math.random() * 8)],
      });
      await client.query({ name: 'allocation', text: BESIDES[3], values: [row[0]] });
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}

interface Body {
  readonly emission_amount: number;
  readonly callback_url: string;
  readonly user: { readonly name: string; readonly email: string };
}

const insert = DATABASE_URL === '' ? () => undefined : openInsert();
const response = CALCULATE_RESPONSE === '' ? '' : readFileSync(CALCULATE_RESPONSE, 'utf8');
const app = new Hono();
app.post('/offset-gateway/orders', async (context) => {
  const body = (await context.req.json()) as Body;
  const id = `ord_${ulid()}`;
  const at = Date.now();
  const grams = body.emission_amount * 1000;
  const { name, email } = body.user;
  const who = [name, email, null, email, body.callback_url];
  await insert([
    ...[id, 'sandbox-merchant', body.emission_amount, 'kgCO2', grams, 'INR', 119_900, 137_405, 137_405],
    ...who,
    ...[id, 'pending', 'pending', 'sandbox-wind', at, at + 86_400_000, null],
  ]);
  const created = {
    order_id: id,
    emission_amount: body.emission_amount,
    emission_unit: 'kgCO2',
    user: body.user,
    callback_url: body.callback_url,
    payment_url: `http://localhost/pay/${id}`,
    created_at: new Date(at).toISOString(),
  };
  return context.json(created, 201);
});
app.post('/api/calculate', async (context) => {
  await context.req.json();
  return context.body(response, 200, { 'content-type': 'application/json' });
});
app.get('/healthz', (context) => context.json({ status: 'ok' }));

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
