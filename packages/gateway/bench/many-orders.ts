import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { SANDBOX } from '../src/sandbox.ts';

/** Orders and the totals over them, made inside the database: a million creates would take too long. */
function fill(orders: number, series: string): string[] {
  const id = `'ord_' || cast(n as text)`;
  const merchant = `'${SANDBOX.merchantId}'`;
  const cells = [
    ['', '', orders, 1000],
    ['', 'pending', orders, 1000],
    ...Array.from({ length: 1000 }, (_, user) => [`=user-${user}@x.example`, '', orders / 1000, 0]),
  ];
  return [
    `insert into orders (id, merchant_id, emission_amount, emission_unit, grams, minor_per_tonne, amount_minor,
       user_email, email_key, payment_token, status, payment_status, project, inr_minor, created_at, expires_at)
     select ${id}, ${merchant}, 1, 'kgCO2', 1000, 119900, 120,
       'user-' || cast(n % 1000 as text) || '@x.example', 'user-' || cast(n % 1000 as text) || '@x.example',
       ${id}, 'pending', 'pending', 'sandbox-wind', 120, 1700000000000 + n, 9999999999999
     from ${series}`,
    `insert into order_totals (merchant_id, email, tax_id, status, shard, orders, paid_inr_minor, users) values
     ${cells.map(([email, status, count, users]) => `(${merchant}, '${email}', '', '${status}', 0, ${count}, 0, ${users})`).join(', ')}`,
  ];
}

/** Fills a database with orders of the sandbox's merchant. */
export function fillWithOrders(url: string, orders: number): Promise<void> {
  return url.startsWith('sqlite:') ? fillSqlite(url, orders) : fillPostgres(url, orders);
}

async function fillSqlite(url: string, orders: number): Promise<void> {
  const db = new SqliteDatabase(url.slice('sqlite:'.length));
  const series = `(with recursive one(n) as (select 1 union all select n + 1 from one where n < ${orders}) select n from one)`;
  for (const statement of fill(orders, series)) db.exec(statement);
  db.exec('analyze');
  db.close();
}

async function fillPostgres(url: string, orders: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of fill(orders, `generate_series(1, ${orders}) as n`)) await client.query(statement);
  await client.query('vacuum analyze');
  await client.end();
}
