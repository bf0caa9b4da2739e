import type { Statement, TaxSplit } from '@flight-offset/core';
import type { Kysely } from 'kysely';
import { isId } from '../store/ids.ts';
import type { Schema, StatementRow } from '../store/schema.ts';
import type { FoundStatement, Sums } from './found-statement.ts';
import { splitFrozen } from './frozen-tax.ts';
import { periodOf } from './period.ts';
import { type LineSum, sumLines } from './sums.ts';

/** Returns the identifier of the open statement that collects the lines of a currency. */
const openId = (currency: string): string => `open_${currency}`;

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Converts a closed statement to its form in the interface. */
export function closedStatementJson(row: StatementRow): Statement {
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

/**
 * Returns a merchant's debt in each currency that is on no closed statement yet. It includes the tax if all lines have
 * the same; otherwise it is closed as several statements, each with its own tax.
 */
async function openStatements(
  db: Kysely<Schema>,
  merchantId: string,
  at: number,
): Promise<Pick<FoundStatement, 'statement' | 'withSums'>[]> {
  const sums = Map.groupBy(await sumLines(db, merchantId, null), ({ currency }) => currency);
  return [...sums].map(([currency, byTax]) => {
    const add = (of: (sum: LineSum) => number): number => byTax.reduce((sum, one) => sum + of(one), 0);
    const withSums = (given: Sums): Statement => {
      const { total_minor } = given;
      const [first] = byTax;
      const tax = byTax.length === 1 && first ? splitFrozen(total_minor, first.rule) : undefined;
      return {
        id: openId(currency),
        number: null,
        period: periodOf(at),
        currency,
        state: 'open',
        total_minor,
        ...(tax ? { tax } : {}),
        orders: given.orders,
        refunds: given.refunds,
        closed_at: null,
        paid_at: null,
      };
    };
    const found: Sums = {
      total_minor: add((sum) => sum.total_minor),
      orders: add(({ orders }) => orders),
      refunds: add(({ refunds }) => refunds),
    };
    return { statement: withSums(found), withSums };
  });
}

/** Lists every statement of a merchant: the open ones by currency, then the closed ones, newest first. */
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
  const open = await openStatements(db, merchantId, at);
  return [...open.map(({ statement }) => statement), ...closed.map(closedStatementJson)];
}

/** Finds a closed statement of a merchant, as stored; undefined if it has none with this id. */
export async function findClosedStatement(
  db: Kysely<Schema>,
  merchantId: string,
  id: string,
): Promise<StatementRow | undefined> {
  // The path may hold a NUL, which PostgreSQL refuses.
  if (!isId(id, 'stm')) return undefined;
  return db
    .selectFrom('statements')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds a statement of a merchant, open or closed, without its lines; undefined if it has none with this id. */
export async function findStatement(
  db: Kysely<Schema>,
  merchantId: string,
  id: string,
  at: number,
): Promise<FoundStatement | undefined> {
  const closed = await findClosedStatement(db, merchantId, id);
  const statement = closed && closedStatementJson(closed);
  const found = statement
    ? { statement, withSums: () => statement }
    : (await openStatements(db, merchantId, at)).find((open) => open.statement.id === id);
  if (!found) return undefined;
  const { name, sandbox } = await db
    .selectFrom('merchants')
    .select(['name', 'sandbox'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return { merchantId, merchantName: closed?.merchant_name ?? name, sandbox, ...found };
}
