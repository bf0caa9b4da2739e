import { CompiledQuery } from 'kysely';
import type { Database } from '../engine.ts';
import { DIVISION_BY_ZERO, hasCode } from '../error-code.ts';
import { mayBeDistributed } from '../is-distributed.ts';
import type { Schema } from '../schema.ts';
import type { Tx } from '../transaction.ts';
import type { Row } from './insert-rows.ts';
import { prepared } from './prepared.ts';

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
  /** Columns of the table to return. */
  readonly returning: readonly string[];
  /** What else to return: its name, and an expression over other tables. Not where rows may be spread by merchant. */
  readonly looks?: Readonly<Record<string, string>>;
}

/** A text that is composed once per update: it is as long as the statement, and would be composed anew for every batch. */
export function textPerUpdate<U extends Update>(compose: (update: U) => string): (update: U) => string {
  const texts = new WeakMap<U, string>();
  return (update) => {
    const text = texts.get(update) ?? compose(update);
    texts.set(update, text);
    return text;
  };
}

const nameOnSqlite = textPerUpdate((update) => `update on SQLite: ${JSON.stringify(update)}`);
const nameOfAll = textPerUpdate((update) => `update all: ${JSON.stringify(update)}`);
const nameOfSpread = textPerUpdate((update) => `update all, spread: ${JSON.stringify(update)}`);

/** Runs an update of {@link sqliteText}: SQLite is called within the process, where a statement a row costs least. */
export async function updateOnSqlite<O>(tx: Tx, update: Update, rows: readonly Row[]): Promise<O[]> {
  const all: O[] = [];
  for (const row of rows) {
    const values = Object.keys(update.given).map((name) => row[name] ?? null);
    all.push(...(await runUpdate<O>(tx, nameOnSqlite(update), () => sqliteText(update), values)));
  }
  return all;
}

/**
 * Updates rows, all of them or none. PostgreSQL fails itself where it does not find one of them, so that a transaction may
 * commit right behind.
 * @param update returns the key of the row.
 * @throws where a row is not there, or not as the update expects it.
 */
export async function updateAll(tx: Tx, db: Database, update: Update, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const problem = `a row of ${update.table} to update was not there, or not as it was expected`;
  if (db.engine === 'sqlite') {
    const updated = await updateOnSqlite(tx, update, rows);
    if (updated.length !== rows.length) throw new Error(problem);
    return;
  }
  const distributed = mayBeDistributed(db);
  const text = (): string => `with updated as (${postgresText(update, distributed)})
    select 1 / (count(*) = cardinality($1::text[]))::int as found from updated`;
  try {
    await runUpdate(tx, (distributed ? nameOfSpread : nameOfAll)(update), text, columnsOf(update, rows));
  } catch (cause) {
    throw hasCode(cause, DIVISION_BY_ZERO) ? new Error(problem, { cause }) : cause;
  }
}

/** Runs the text of an update, which is kept under the name. */
export function runUpdate<O>(
  tx: Tx,
  name: string,
  text: () => string,
  parameters: readonly unknown[],
): Promise<O[]> {
  return prepared(tx, name, () => CompiledQuery.raw(text(), [...parameters]) as CompiledQuery<O>, parameters);
}

/** The values given, as {@link postgresText} takes them: an array a column. */
export function columnsOf({ given }: Update, rows: readonly Row[]): unknown[] {
  return Object.keys(given).map((name) => rows.map((row) => row[name] ?? null));
}

function sqliteText(update: Update): string {
  const { table, given } = update;
  const values = Object.keys(given).map((name) => `? as ${name}`);
  const source = `(select ${values.join(', ')}) as given`;
  return textOf(update, source, [`${table}.merchant_id = given.merchant_id`], resultsOf(update));
}

/**
 * The rows are found by an array of their keys. What it finds is then compared with the merchants given, as `ofMerchants`
 * does: in an expression that no index serves, unless it leads to a shard.
 * @param distributed whether rows may be spread by merchant: then what is returned is of the table alone.
 * @param carries which of the values given to return too; none, where rows may be spread.
 */
export function postgresText(update: Update, distributed: boolean, carries: readonly string[] = []): string {
  const { table, key, given } = update;
  const names = Object.keys(given);
  const array = (name: string): string => `$${names.indexOf(name) + 1}::${given[name]}[]`;
  const source = `unnest(${names.map(array).join(', ')}) as given(${names.join(', ')})`;
  const among = `${table}.${key} = any(${array(key)})`;
  const merchant = `${table}.merchant_id`;
  const ofMerchants = distributed
    ? [`${merchant} = any(${array('merchant_id')})`, `${merchant} = given.merchant_id`]
    : [`${merchant} || '' = given.merchant_id`];
  const results = resultsOf(distributed ? { ...update, looks: {} } : update);
  return textOf(
    update,
    source,
    [among, ...ofMerchants],
    [...results, ...carries.map((name) => `given.${name}`)],
  );
}

function resultsOf({ table, returning, looks = {} }: Update): string[] {
  const columns = returning.map((column) => `${table}.${column}`);
  return [...columns, ...Object.entries(looks).map(([name, text]) => `${text} as ${name}`)];
}

function textOf(
  { table, key, set, where }: Update,
  source: string,
  found: readonly string[],
  results: readonly string[],
): string {
  const conditions = [...found, `${table}.${key} = given.${key}`, ...(where === undefined ? [] : [where])];
  return `update ${table} set ${set} from ${source} where ${conditions.join(' and ')} returning ${results.join(', ')}`;
}
