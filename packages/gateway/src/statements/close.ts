import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import type { Database } from '../store/engine.ts';
import { engineOf } from '../store/engine-of.ts';
import { newId } from '../store/ids.ts';
import type { Schema, StatementRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { type FrozenRule, frozenRule, splitFrozen } from './frozen-tax.ts';
import { endOfPeriod } from './period.ts';
import { StatementError } from './statement-error.ts';
import { type LineSum, sumLines } from './sums.ts';

/**
 * Number of lines that one SQL statement adds to a statement: all lines of a large merchant would exceed its time limit
 * on PostgreSQL.
 */
const PAGE = 20_000;

/** A month to close. */
export interface MonthToClose {
  readonly period: string;
  /** Now, milliseconds since 1970. */
  readonly at: number;
  /** Who closes it, for the audit log. */
  readonly by?: Actor | undefined;
  /** Number of lines per SQL statement; default: 20,000. */
  readonly pageSize?: number;
}

/**
 * Closes a merchant's debt up to the end of a month: one statement for each currency that has lines and each tax of
 * their orders, numbered without gaps. A line added later belongs to the next statement.
 * @throws StatementError if the month is not over or the merchant is unknown.
 */
export async function closeStatements(
  db: Database,
  merchantId: string,
  { period, at, by, pageSize = PAGE }: MonthToClose,
): Promise<StatementRow[]> {
  const end = requirePeriodEnd(period, at);
  return inTransaction(db, async (tx) => {
    const merchantName = await lockMerchant(tx, merchantId);
    const open = await tx
      .selectFrom('statement_lines')
      .select('currency')
      .distinct()
      .where('merchant_id', '=', merchantId)
      .where('statement_id', 'is', null)
      .where('created_at', '<', end)
      .orderBy('currency')
      .execute();
    const closed: StatementRow[] = [];
    for (const { currency } of open)
      closed.push(...(await closeCurrency(tx, { merchantId, merchantName, period, currency, at, pageSize })));
    for (const { id: subject, number, currency, total_minor } of closed) {
      const after = { number, period, currency, total_minor };
      await recordAudit(tx, by, { merchantId, action: 'statement.closed', subject, after, at });
    }
    return closed;
  });
}

/** @throws StatementError if the month is not over. */
function requirePeriodEnd(period: string, at: number): number {
  const end = endOfPeriod(period);
  if (end <= at) return end;
  throw new StatementError(
    'period_not_over',
    `${period} is not over; close it from ${new Date(end).toISOString().slice(0, 10)}, UTC`,
  );
}

/**
 * Returns what {@link closeStatements} would close now: one sum per statement.
 * @throws StatementError if the month is not over.
 */
export async function sumUnclosed(
  db: Kysely<Schema>,
  merchantId: string,
  period: string,
  at: number,
): Promise<LineSum[]> {
  return sumLines(db, merchantId, null, requirePeriodEnd(period, at));
}

/**
 * Locks the merchant until the transaction ends: another call that closes at the same time takes the next number.
 * @returns the merchant's name.
 */
async function lockMerchant(tx: Tx, merchantId: string): Promise<string> {
  const merchant = await tx
    .updateTable('merchants')
    .set({ settlement: sql`settlement` })
    .where('id', '=', merchantId)
    .returning('name')
    .executeTakeFirst();
  if (!merchant) throw new StatementError('no_such_merchant', `there is no merchant ${merchantId}`);
  return merchant.name;
}

/** A query for lines of statements, by their identifiers. */
type Lines = SelectQueryBuilder<Schema, 'statement_lines', { id: string }>;

interface Closing {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly period: string;
  readonly currency: string;
  readonly at: number;
  readonly pageSize: number;
}

/**
 * Closes the lines of a currency: one statement for each tax that their orders froze, since a statement states only one
 * rate. A later tax rule of the merchant does not change an order's agreed tax.
 */
async function closeCurrency(tx: Tx, closing: Closing): Promise<StatementRow[]> {
  const { merchantId, period, currency, at, pageSize } = closing;
  const id = newId('stm', at);
  const open = tx
    .selectFrom('statement_lines')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .where('statement_id', 'is', null)
    .where('created_at', '<', endOfPeriod(period));
  await moveLines(tx, { merchantId, id, pageSize }, open);
  // Summed after the lines are assigned: a line committed meanwhile is either among them or on no statement.
  const [first, ...others] = await sumLines(tx, merchantId, id);
  if (!first) return [];
  const closed = [await insertStatement(tx, closing, id, first)];
  for (const sum of others) {
    const own = newId('stm', at);
    await moveLines(tx, { merchantId, id: own, pageSize }, taxedAs(tx, merchantId, id, sum.rule));
    closed.push(await insertStatement(tx, closing, own, sum));
  }
  return closed;
}

/** Selects the lines of a statement whose orders froze a tax. */
function taxedAs(tx: Tx, merchantId: string, statementId: string, rule: FrozenRule): Lines {
  return tx
    .selectFrom('statement_lines')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('statement_id', '=', statementId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders')
          .select('orders.id')
          .where('orders.merchant_id', '=', merchantId)
          .whereRef('orders.id', '=', 'statement_lines.order_id')
          .where(frozenRule(engineOf(tx)), '=', rule),
      ),
    );
}

interface Destination {
  readonly merchantId: string;
  readonly id: string;
  readonly pageSize: number;
}

/** Moves lines to another statement, oldest first. */
async function moveLines(tx: Tx, { merchantId, id, pageSize }: Destination, lines: Lines): Promise<void> {
  let from = 0;
  let put: readonly { readonly created_at: number }[];
  do {
    put = await tx
      .updateTable('statement_lines')
      .set({ statement_id: id })
      .where('merchant_id', '=', merchantId)
      .where('id', 'in', lines.where('created_at', '>=', from).orderBy('created_at').limit(pageSize))
      .returning('created_at')
      .execute();
    from = put.reduce((latest, { created_at }) => Math.max(latest, created_at), from);
  } while (put.length === pageSize);
}

async function insertStatement(
  tx: Tx,
  { merchantId, merchantName, period, at }: Closing,
  id: string,
  { currency, rule, total_minor, orders, refunds }: LineSum,
): Promise<StatementRow> {
  const { last } = await tx
    .selectFrom('statements')
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow();
  const split = splitFrozen(total_minor, rule);
  const row: StatementRow = {
    merchant_id: merchantId,
    id,
    number: (last ?? 0) + 1,
    period,
    currency,
    state: 'closed',
    total_minor,
    orders,
    refunds,
    tax: split ? JSON.stringify(split) : null,
    merchant_name: merchantName,
    closed_at: at,
    paid_at: null,
  };
  await tx.insertInto('statements').values(row).execute();
  return row;
}
