import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { SANDBOX } from '../src/sandbox.ts';

/** Number of users: so few that a page of one user's orders is full with a thousand orders as with a million. */
const USERS = 20;

/**
 * Returns statements that make orders and the totals over them inside the database: a million creates would take too
 * long.
 */
function fill(orders: number, series: string): string[] {
  // All of the same length, so that they sort by creation, as identifiers of orders do.
  const id = `'ord_' || cast(10000000 + n as text)`;
  const merchant = `'${SANDBOX.merchantId}'`;
  const users = Array.from(
    { length: USERS },
    (_, user) => `(${merchant}, '', 'e:user-${user}@x.example', ${orders / USERS})`,
  );
  return [
    `insert into orders (id, merchant_id, emission_amount, emission_unit, grams, minor_per_tonne, amount_minor,
       user_email, email_key, payment_token, status, payment_status, project, inr_minor, created_at, expires_at)
     select ${id}, ${merchant}, 1, 'kgCO2', 1000, 119900, 120,
       'user-' || cast(n % ${USERS} as text) || '@x.example', 'user-' || cast(n % ${USERS} as text) || '@x.example',
       ${id}, 'pending', 'pending', 'sandbox-wind', 120, 1700000000000 + n, 9999999999999
     from ${series}`,
    `insert into order_totals (merchant_id, tax_id, shard, pending_orders, users, pending_users)
     values (${merchant}, '', 0, ${orders}, ${USERS}, ${USERS})`,
    `insert into order_users (merchant_id, tax_id, user_key, pending_orders) values ${users.join(', ')}`,
  ];
}

/**
 * Fills a database with orders of the sandbox's merchant. Indexes are dropped before and made again after, which takes
 * a fraction of the time of adding every row to each index.
 */
export function fillWithOrders(url: string, orders: number): Promise<void> {
  return url.startsWith('sqlite:') ? fillSqlite(url, orders) : fillPostgres(url, orders);
}

async function fillSqlite(url: string, orders: number): Promise<void> {
  const db = new SqliteDatabase(url.slice('sqlite:'.length));
  // Nothing here has to survive a crash, and every row is valid by construction. A log would hold all of it a second
  // time.
  db.pragma('journal_mode = delete');
  db.pragma('journal_mode = memory');
  db.pragma('synchronous = off');
  db.pragma('foreign_keys = off');
  db.pragma('cache_size = -200000');
  const indexes = db
    .prepare<[], Index>(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = 'orders' and sql is not null",
    )
    .all();
  const series = `(with recursive one(n) as (select 1 union all select n + 1 from one where n < ${orders}) select n from one)`;
  for (const statement of withoutIndexes(indexes, fill(orders, series))) db.exec(statement);
  db.exec('analyze');
  db.close();
}

async function fillPostgres(url: string, orders: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  // Every row is valid by construction: no need to look up its merchant.
  await client.query('set session_replication_role = replica');
  await client.query("set maintenance_work_mem = '256MB'");
  const { rows: indexes } = await client.query<Index>(
    `select indexname as name, indexdef as sql from pg_indexes
     where tablename = 'orders' and indexname not in (select conname from pg_constraint)`,
  );
  for (const statement of withoutIndexes(indexes, fill(orders, `generate_series(1, ${orders}) as n`)))
    await client.query(statement);
  await client.query('vacuum analyze orders, order_totals, order_users');
  await client.end();
}

/** An index of the table of orders. */
interface Index {
  readonly name: string;
  /** The statement that makes it. */
  readonly sql: string;
}

/** Surrounds statements with dropping indexes and making them again. */
function withoutIndexes(indexes: readonly Index[], statements: readonly string[]): string[] {
  return [
    ...indexes.map(({ name }) => `drop index ${name}`),
    ...statements,
    ...indexes.map(({ sql }) => sql),
  ];
}
