/**
 * The floor: Hono which reads JSON and inserts the same row without a check, and answers the same bytes. In a
 * process of its own, as the gateway is; tells its address by IPC.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import SqliteDatabase from 'better-sqlite3';
import { Hono } from 'hono';
import pg from 'pg';
import { ulid } from 'ulid';

const { DATABASE_URL = '', CALCULATE_ANSWER = '' } = process.env;
const COLUMNS = [
  'id',
  'merchant_id',
  'emission_amount',
  'emission_unit',
  'grams',
  'paise_per_tonne',
  'amount_paise',
  'user_name',
  'user_email',
  'user_tax_id',
  'email_key',
  'callback_url',
  'payment_token',
  'status',
  'payment_status',
  'project',
  'lot',
  'serial_from',
  'serial_to',
  'created_at',
  'expires_at',
  'settled_at',
];

type Insert = (row: unknown[]) => unknown;

function openInsert(): Insert {
  const into = `insert into orders (${COLUMNS.join(', ')}) values`;
  if (DATABASE_URL.startsWith('sqlite:')) {
    const db = new SqliteDatabase(DATABASE_URL.slice('sqlite:'.length));
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    const statement = db.prepare(`${into} (${COLUMNS.map(() => '?').join(', ')})`);
    return (row) => statement.run(...row);
  }
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
  const text = `${into} (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`;
  return (values) => pool.query({ name: 'insert', text, values });
}

interface Body {
  readonly emission_amount: number;
  readonly callback_url: string;
  readonly user: { readonly name: string; readonly email: string };
}

const insert = DATABASE_URL === '' ? () => undefined : openInsert();
const answer = CALCULATE_ANSWER === '' ? '' : readFileSync(CALCULATE_ANSWER, 'utf8');
const app = new Hono();
app.post('/offset-gateway/orders', async (context) => {
  const body = (await context.req.json()) as Body;
  const id = `ord_${ulid()}`;
  const at = Date.now();
  const grams = body.emission_amount * 1000;
  const { name, email } = body.user;
  const who = [name, email, null, email, body.callback_url];
  const bought = ['sandbox-wind', 'sandbox-wind-2024', null, null];
  await insert([
    ...[id, 'sandbox-merchant', body.emission_amount, 'kgCO2', grams, 119_900, 137_405],
    ...who,
    ...[id, 'pending', 'pending', ...bought, at, at + 86_400_000, null],
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
  return context.body(answer, 200, { 'content-type': 'application/json' });
});
app.get('/healthz', (context) => context.json({ status: 'ok' }));

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
