import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import type { Measure } from '../../../scripts/measure.ts';
import { SANDBOX } from '../src/sandbox.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { burst, inTurn, middle, type Shot, timesAsFast } from './drive.ts';
import { inFolder, type Server, startServer } from './servers.ts';

const SIZES = [1000, 1_000_000] as const;
const QUERIES = { first: '', 'one user': '&email=user-7@x.example', failed: '&status=failed' };

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
       user_email, email_key, payment_token, status, payment_status, project, lot, created_at, expires_at)
     select ${id}, ${merchant}, 1, 'kgCO2', 1000, 119900, 120,
       'user-' || cast(n % 1000 as text) || '@x.example', 'user-' || cast(n % 1000 as text) || '@x.example',
       ${id}, 'pending', 'pending', 'sandbox-wind', 'sandbox-wind-2024', 1700000000000 + n, 9999999999999
     from ${series}`,
    `insert into order_totals (merchant_id, email, tax_id, status, shard, orders, paid_inr_minor, users) values
     ${cells.map(([email, status, count, users]) => `(${merchant}, '${email}', '', '${status}', 0, ${count}, 0, ${users})`).join(', ')}`,
  ];
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

async function versus(
  engine: string,
  database: (orders: number) => Promise<string>,
  fillIt: (url: string, orders: number) => Promise<void>,
): Promise<Measure[]> {
  const servers: Server[] = [];
  try {
    for (const orders of SIZES) {
      const url = await database(orders);
      await (await startServer('gateway', { DATABASE_URL: url })).stop();
      await fillIt(url, orders);
      servers.push(await startServer('gateway', { DATABASE_URL: url }));
    }
    const measures: Measure[] = [];
    for (const [name, query] of Object.entries(QUERIES)) {
      const shot: Shot = {
        method: 'GET',
        path: `/offset-gateway/orders?limit=20${query}`,
        headers: { 'x-api-key': SANDBOX.apiKey },
      };
      const [small, large] = servers.map(
        ({ url }) =>
          () =>
            burst([url], 300, 4, () => shot),
      );
      const results = await inTurn(9, { small: small!, large: large! });
      const what = `list 20 of 1 000 000, ${engine}, ${name}`;
      measures.push({
        name: `${what}: time over 20 of 1 000`,
        value: timesAsFast(results.small, results.large),
        unit: '×',
        bar: { atMost: 2 },
      });
      measures.push({ name: `${what}: p50`, value: middle(results.large).p50, unit: 'ms' });
    }
    return measures;
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** What a page of a merchant's orders costs, whether it has a thousand of them or a million. */
export async function bench(): Promise<readonly Measure[]> {
  const sqlite = await inFolder((folder) =>
    versus('SQLite', async (orders) => `sqlite:${join(folder, `${orders}.sqlite`)}`, fillSqlite),
  );
  const server = await startPostgres();
  try {
    return [...sqlite, ...(await versus('PostgreSQL', () => server.createDatabase(), fillPostgres))];
  } finally {
    await server.stop();
  }
}
