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
  /** The column that identifies a row. The table is a merchant's: `merchant_id` and this column are its key. */
  readonly key: string;
  /**
   * Columns of the given values, including `merchant_id` and the key, and their types; `set` and `where` refer to them
   * as `given`.
   */
  readonly given: Readonly<Record<string, 'text' | 'bigint'>>;
  /** How a row changes, in SQL that both engines understand: `x = given.x`. */
  readonly set: string;
  /** Condition on the rows, an expression that no index serves: their keys find them. */
  readonly where?: string;
  /** Columns of the table to return. */
  readonly returning: readonly string[];
  /** Further results: names, each with an expression over other tables. Not if rows may be spread by merchant. */
  readonly looks?: Readonly<Record<string, string>>;
}

/**
 * A text that is composed once per update: it is as long as the statement, and would otherwise be composed for every
 * batch.
 */
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

/** Runs an update of {@link sqliteText}: SQLite runs within the process, where a statement per row costs least. */
export async function updateOnSqlite<O>(tx: Tx, update: Update, rows: readonly Row[]): Promise<O[]> {
  const all: O[] = [];
  for (const row of rows) {
    const values = Object.keys(update.given).map((name) => row[name] ?? null);
    all.push(...(await runUpdate<O>(tx, nameOnSqlite(update), () => sqliteText(update), values)));
  }
  return all;
}

/**
 * Updates rows, all of them or none. PostgreSQL itself fails if it does not find one of them, so that a transaction may
 * commit right behind the update.
 * @param update returns the key of the row.
 * @throws if a row is missing, or not as the update expects it.
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

/** The given values as {@link postgresText} takes them: one array per column. */
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
 * The rows are found by an array of their keys, then compared with the given merchants as in `ofMerchants`: in an
 * expression that no index serves, unless it leads to a shard.
 * @param distributed whether rows may be spread by merchant: if so, it returns columns of the table alone.
 * @param carries which of the given values to return too; none if rows may be spread.
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
