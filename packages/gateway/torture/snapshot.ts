import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import type { Snapshot } from './checker/facts.ts';

const QUERIES: Readonly<Record<keyof Snapshot, string>> = {
  orders: `select id, merchant_id, emission_amount, emission_unit, grams, minor_per_tonne, amount_minor, user_name,
    email_key, user_tax_id, callback_url, status, payment_status, project, created_at, settled_at
    from orders`,
  allocations: 'select merchant_id, order_id, lot, grams, serial_from, serial_to from allocations',
  lots: 'select id, project, grams_total, grams_reserved, grams_retired from credit_lots',
  prices: 'select project, minor_per_tonne from project_prices',
  transactions: 'select id, merchant_id, order_id, amount_minor, grams from transactions',
  deliveries: 'select id, merchant_id, order_id, state from deliveries',
  payments: 'select id, order_id, amount_minor, state, reference from payments',
  totals: 'select merchant_id, email, tax_id, status, orders, paid_inr_minor, users, grams from order_totals',
};

type Ask = (query: string) => Promise<unknown[]>;

async function withStore<T>(databaseUrl: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  if (databaseUrl.startsWith('sqlite:')) {
    const file = new SqliteDatabase(databaseUrl.slice('sqlite:'.length), { readonly: true, timeout: 10_000 });
    try {
      return await work(async (query) => file.prepare(query).all());
    } finally {
      file.close();
    }
  }
  const client = new pg.Client(databaseUrl);
  client.setTypeParser(pg.types.builtins.INT8, Number);
  await client.connect();
  try {
    return await work(async (query) => (await client.query(query)).rows);
  } finally {
    await client.end();
  }
}

/** Reads the whole store, with plain SQL and its drivers alone. Ask once it is quiet. */
export async function readSnapshot(databaseUrl: string): Promise<Snapshot> {
  return withStore(databaseUrl, async (ask) => {
    const tables: Record<string, unknown[]> = {};
    for (const [name, query] of Object.entries(QUERIES)) tables[name] = await ask(query);
    return tables as unknown as Snapshot;
  });
}

/** How many notifications still wait in the outbox, and how much money to be given back. */
export async function countWaiting(databaseUrl: string): Promise<number> {
  const [row] = await withStore(databaseUrl, (ask) =>
    ask(`select (select count(*) from deliveries where state = 'pending')
      + (select count(*) from payments where state = 'refund_due') as waiting`),
  );
  return Number((row as { waiting: number }).waiting);
}
