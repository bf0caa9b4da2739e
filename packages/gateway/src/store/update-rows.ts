import { CompiledQuery } from 'kysely';
import { mayBeDistributed } from './citus/is-distributed.ts';
import type { Database } from './engine.ts';
import type { Row } from './insert-rows.ts';
import { prepared } from './prepared.ts';
import type { Schema } from './schema.ts';
import type { Tx } from './transaction.ts';

/** An update of many rows, each with values of its own. */
export interface Update {
  readonly table: keyof Schema;
  /** The column whose value is a row's alone. The table is a merchant's: `merchant_id` and this one are its key. */
  readonly key: string;
  /** Columns of the values given, `merchant_id` and the key included, and their types; in `set` and `where` they are called `given`. */
  readonly given: Readonly<Record<string, 'text' | 'bigint'>>;
  /** What becomes of a row, in SQL which both engines understand: `x = given.x`. */
  readonly set: string;
  /** Which rows are updated, in an expression that no index serves: their keys find them. */
  readonly where?: string;
  /** What to return: `orders.id`; where rows may be spread by merchant, columns of the table alone. */
  readonly returning: string;
}

/**
 * Updates rows. PostgreSQL takes all of them in one statement. SQLite is called within the process, where a statement a
 * row costs least.
 * @returns what the update returns.
 */
export async function updateRows<O>(
  tx: Tx,
  db: Database,
  update: Update,
  rows: readonly Row[],
): Promise<O[]> {
  if (rows.length === 0) return [];
  const names = Object.keys(update.given);
  const distributed = mayBeDistributed(db);
  const { table, set, where, returning } = update;
  const name = `update ${table} set ${set} where ${where} returning ${returning}, distributed ${distributed}`;
  const run = (text: () => string, parameters: readonly unknown[]): Promise<O[]> =>
    prepared(tx, name, () => CompiledQuery.raw(text(), [...parameters]) as CompiledQuery<O>, parameters);
  if (db.engine === 'postgres') {
    const columns = names.map((name) => rows.map((row) => row[name] ?? null));
    return run(() => postgresText(update, names, distributed), columns);
  }
  const all: O[] = [];
  for (const row of rows) {
    const values = names.map((name) => row[name] ?? null);
    all.push(...(await run(() => sqliteText(update, names), values)));
  }
  return all;
}

/** What PostgreSQL reports where {@link updateAll} has it divide by 0. */
const DIVISION_BY_ZERO = '22012';

/**
 * Updates rows as {@link updateRows}, all of them or none. PostgreSQL fails itself where it does not find one of them, so that
 * a transaction may commit right behind.
 * @param update returns the key of the row.
 * @throws where a row is not there, or not as the update expects it.
 */
export async function updateAll(tx: Tx, db: Database, update: Update, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const problem = `a row of ${update.table} to update was not there, or not as it was expected`;
  if (db.engine === 'sqlite') {
    const updated = await updateRows(tx, db, update, rows);
    if (updated.length !== rows.length) throw new Error(problem);
    return;
  }
  const names = Object.keys(update.given);
  const distributed = mayBeDistributed(db);
  const text = (): string => `with updated as (${postgresText(update, names, distributed)})
    select 1 / (count(*) = cardinality($1::text[]))::int as found from updated`;
  const columns = names.map((name) => rows.map((row) => row[name] ?? null));
  const name = `all: update ${update.table} set ${update.set} where ${update.where}, distributed ${distributed}`;
  try {
    await prepared(tx, name, () => CompiledQuery.raw(text(), columns), columns);
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === DIVISION_BY_ZERO;
    throw isMissing ? new Error(problem, { cause }) : cause;
  }
}

function sqliteText(update: Update, names: readonly string[]): string {
  const { table } = update;
  const source = `(select ${names.map((name) => `? as ${name}`).join(', ')}) as given`;
  return textOf(update, source, [`${table}.merchant_id = given.merchant_id`]);
}

/**
 * The rows are found by an array of their keys. What it finds is then compared with the merchants given, as `ofMerchants`
 * does: in an expression that no index serves, unless it leads to a shard.
 */
function postgresText(update: Update, names: readonly string[], distributed: boolean): string {
  const { table, key, given } = update;
  const array = (name: string): string => `$${names.indexOf(name) + 1}::${given[name]}[]`;
  const source = `unnest(${names.map(array).join(', ')}) as given(${names.join(', ')})`;
  const among = `${table}.${key} = any(${array(key)})`;
  const merchant = `${table}.merchant_id`;
  const ofMerchants = distributed
    ? [`${merchant} = any(${array('merchant_id')})`, `${merchant} = given.merchant_id`]
    : [`${merchant} || '' = given.merchant_id`];
  return textOf(update, source, [among, ...ofMerchants]);
}

function textOf(
  { table, key, set, where, returning }: Update,
  source: string,
  found: readonly string[],
): string {
  const conditions = [...found, `${table}.${key} = given.${key}`, ...(where === undefined ? [] : [where])];
  return `update ${table} set ${set} from ${source} where ${conditions.join(' and ')} returning ${returning}`;
}
