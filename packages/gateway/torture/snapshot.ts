import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import type { Held, Ledger } from './checker/facts.ts';
import type { Snapshot } from './checker/stored.ts';
import { TIME_TO_PAY_MS } from './checker/times.ts';

/** Returns SQL for the counts in rows of totals or users, a row per state; '' for any. */
function countedIn(table: 'order_totals' | 'order_users', user: string): string {
  const users = (count: string): string => (table === 'order_totals' ? count : '0');
  const states = [
    ['', 'pending_orders + completed_orders + failed_orders', 'paid_inr_minor', users('users')],
    ['pending', 'pending_orders', '0', users('pending_users')],
    ['completed', 'completed_orders', 'paid_inr_minor', users('completed_users')],
    ['failed', 'failed_orders', '0', users('failed_users')],
  ];
  return states
    .map(
      ([
        status,
        orders,
        paid,
        counted,
      ]) => `select merchant_id, ${user} as "user", tax_id, '${status}' as status,
        ${orders} as orders, ${paid} as paid_inr_minor, ${counted} as users from ${table}`,
    )
    .join(' union all ');
}

const QUERIES: Readonly<Record<keyof Snapshot, string>> = {
  orders: `select id, merchant_id, emission_amount, emission_unit, grams, minor_per_tonne, amount_minor, user_name,
    email_key, user_tax_id, callback_url, status, payment_status, product, portfolio, project, project_count, created_at, settled_at, refunded_minor,
    expires_at, refund_pending_minor, settlement, tax from orders`,
  allocations: 'select merchant_id, order_id, lot, grams, allocated_at, batch from allocations',
  projects: 'select id, product from projects',
  portfolioParts: 'select portfolio, project, share from portfolio_parts',
  lots: 'select id, project, grams_total, grams_allotted, grams_unaccounted, grams_sold, holders from credit_lots',
  allotments:
    'select merchant_id, lot, grams, grams_reserved, grams_allocated, grams_reported, topped_up_at from allotments',
  retirements: 'select id, tonnes from retirements',
  serials: 'select retirement, registry, block, first, last from retirement_serials',
  batches: `select id, state, orders, grams, document,
    (select count(*) from corrected_batches where batch = retirement_batches.id) as corrected from retirement_batches`,
  parts: 'select retirement, batch, grams_from, grams_to from retirement_parts',
  leaves: 'select merchant_id, order_id, project, batch, grams from retirement_leaves',
  prices: 'select project, minor_per_tonne from project_prices',
  transactions: 'select id, merchant_id, order_id, amount_minor, grams, refund_id from transactions',
  deliveries: 'select id, merchant_id, order_id, state from deliveries',
  payments: 'select id, order_id, amount_minor, received_minor, kept_minor, state, reference from payments',
  refunds: `select id, order_id, payment_id, cause, amount_minor, order_minor, grams, credits, state, provider_reference,
    paid_reference, transaction_id from refunds`,
  lines: 'select merchant_id, id, order_id, statement_id, currency, amount_minor from statement_lines',
  statements: 'select id, merchant_id, number, state, total_minor, tax from statements',
  limits: 'select merchant_id, currency, limit_minor, open_minor from settlement_limits',
  totals: [countedIn('order_totals', "''"), countedIn('order_users', 'user_key')].join(' union all '),
};

type RunQuery = (query: string) => Promise<unknown[]>;

async function withStore<T>(databaseUrl: string, work: (ask: RunQuery) => Promise<T>): Promise<T> {
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

/**
 * Reads the whole store, using only plain SQL and the drivers. Call it when no gateway runs: each table is read
 * separately.
 */
export async function readSnapshot(databaseUrl: string): Promise<Snapshot> {
  return withStore(databaseUrl, async (ask) => {
    const tables: Record<string, unknown[]> = {};
    for (const [name, query] of Object.entries(QUERIES)) tables[name] = await ask(query);
    return tables as unknown as Snapshot;
  });
}

/** Reads the grams of carbon credits that the pending orders of each merchant hold. */
export async function readHeldGrams(databaseUrl: string): Promise<Held['merchants']> {
  const query = `select merchant_id as merchant, sum(grams) as grams,
    sum(case when expires_at - created_at > ${TIME_TO_PAY_MS} then grams else 0 end) as "longer"
    from orders where status = 'pending' and product = 'carbon_credits' group by merchant_id`;
  const rows = await withStore(databaseUrl, (ask) => ask(query));
  return (rows as Record<'merchant' | 'grams' | 'longer', string>[]).map(({ merchant, grams, longer }) => ({
    merchant,
    grams: Number(grams),
    longer: Number(longer),
  }));
}

/** Counts webhooks that still wait in the outbox, refunds for their provider, and payments for their outcome. */
export async function countWaiting(databaseUrl: string): Promise<number> {
  const [row] = await withStore(databaseUrl, (ask) =>
    ask(`select (select count(*) from deliveries where state = 'pending')
      + (select count(*) from refunds where state = 'pending')
      + (select count(*) from payments where state in ('opening', 'started')) as waiting`),
  );
  return Number((row as { waiting: number }).waiting);
}

/** Counts refunds and disputes of a provider's books that the store lacks or has in another state. */
export async function countUnrecorded(databaseUrl: string, ledger: Ledger | undefined): Promise<number> {
  if (!ledger) return 0;
  const rows = await withStore(databaseUrl, (ask) => ask('select provider_reference, state from refunds'));
  const stored = new Map(
    (rows as { provider_reference: string; state: string }[]).map((one) => [
      one.provider_reference,
      one.state,
    ]),
  );
  return ledger.refunds.filter(({ reference, state }) => stored.get(reference) !== state).length;
}
