import type { Statement, StatementLine, StatementWithLines, TaxSplit } from '@flight-offset/core';
import { type Kysely, sql } from 'kysely';
import { readTaxRule, splitTax } from '../merchants/tax.ts';
import type { Schema, StatementLineRow, StatementRow } from '../store/schema.ts';
import { periodOf } from './period.ts';

/** Identifier of the statement which still collects lines of a currency. */
const openId = (currency: string): string => `open_${currency}`;

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function closedJson(row: StatementRow): Statement {
  const { id, number, period, currency, state, total_minor, orders, refunds, tax } = row;
  return {
    id,
    number,
    period,
    currency,
    state,
    total_minor,
    ...(tax === null ? {} : { tax: JSON.parse(tax) as TaxSplit }),
    orders,
    refunds,
    closed_at: iso(row.closed_at),
    paid_at: iso(row.paid_at),
  };
}

/** What a merchant owes so far in each currency and is on no closed statement yet. */
async function openStatements(db: Kysely<Schema>, merchantId: string, at: number): Promise<Statement[]> {
  const sums = await db
    .selectFrom('statement_lines')
    .select([
      'currency',
      sql<number>`sum(amount_minor)`.as('total_minor'),
      sql<number>`sum(case when kind = 'order' then 1 else 0 end)`.as('orders'),
      sql<number>`sum(case when kind = 'refund' then 1 else 0 end)`.as('refunds'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('statement_id', 'is', null)
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  const merchant = await db
    .selectFrom('merchants')
    .select('tax')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  const rule = readTaxRule(merchant?.tax ?? null);
  return sums.map(({ currency, total_minor, orders, refunds }) => {
    const tax = splitTax(total_minor, rule);
    return {
      id: openId(currency),
      number: null,
      period: periodOf(at),
      currency,
      state: 'open',
      total_minor,
      ...(tax ? { tax } : {}),
      orders,
      refunds,
      closed_at: null,
      paid_at: null,
    };
  });
}

/** Every statement of a merchant: the open ones by currency, then closed ones, newest first. */
export async function listStatements(
  db: Kysely<Schema>,
  merchantId: string,
  at: number,
): Promise<Statement[]> {
  const closed = await db
    .selectFrom('statements')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('number', 'desc')
    .execute();
  return [...(await openStatements(db, merchantId, at)), ...closed.map(closedJson)];
}

/** One closed statement of a merchant, without its lines; undefined where it has none of that id. */
export async function findClosedStatement(
  db: Kysely<Schema>,
  merchantId: string,
  id: string,
): Promise<Statement | undefined> {
  const row = await db
    .selectFrom('statements')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && closedJson(row);
}

/** One statement of a merchant with its lines, oldest first; undefined where it has none of that id. */
export async function findStatement(
  db: Kysely<Schema>,
  merchantId: string,
  id: string,
  at: number,
): Promise<StatementWithLines | undefined> {
  const closed = await findClosedStatement(db, merchantId, id);
  const statement = closed ?? (await openStatements(db, merchantId, at)).find((open) => open.id === id);
  if (!statement) return undefined;
  const lines = await db
    .selectFrom('statement_lines')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', statement.currency)
    .where('statement_id', closed ? '=' : 'is', closed ? id : null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return { ...statement, lines: lines.map(lineJson) };
}

function lineJson(row: StatementLineRow): StatementLine {
  return {
    kind: row.kind,
    order_id: row.order_id,
    ...(row.kind === 'refund' ? { refund_id: row.id } : {}),
    ...(row.reference === null ? {} : { reference: row.reference }),
    amount_minor: row.amount_minor,
    grams: row.grams,
    ...(row.product === 'carbon_credits' ? {} : { product: row.product }),
    at: new Date(row.created_at).toISOString(),
  };
}
