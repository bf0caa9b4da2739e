import { CompiledQuery, SqliteAdapter } from 'kysely';
import type { Row } from './insert-rows.ts';
import { prepared } from './prepared.ts';
import type { Schema } from './schema.ts';
import type { Tx } from './transaction.ts';

/** An update of many rows, each with values of its own. */
export interface Update {
  readonly table: keyof Schema;
  /** The columns by which a row is found; of a merchant's table, the merchant first. */
  readonly keys: readonly string[];
  /** Columns of the values given, the keys included, and their types; in `set` and `where` they are called `given`. */
  readonly given: Readonly<Record<string, 'text' | 'bigint'>>;
  /** What becomes of a row, in SQL which both engines understand: `x = given.x`. */
  readonly set: string;
  /** Which rows are left as they are. */
  readonly where?: string;
  /** Columns to return, of the table alone: `orders.id`. */
  readonly returning: string;
}

/**
 * Updates rows. PostgreSQL takes all of them in one statement. SQLite is called within the process, where a statement a
 * row costs least.
 * @returns what the update returns.
 */
export async function updateRows<O>(tx: Tx, update: Update, rows: readonly Row[]): Promise<O[]> {
  if (rows.length === 0) return [];
  const names = Object.keys(update.given);
  const name = `update ${update.table} set ${update.set} where ${update.where}`;
  const run = (text: string, parameters: readonly unknown[]): Promise<O[]> =>
    prepared(tx, name, () => CompiledQuery.raw(text, [...parameters]) as CompiledQuery<O>, parameters);
  if (!(tx.getExecutor().adapter instanceof SqliteAdapter)) {
    const columns = names.map((name) => rows.map((row) => row[name] ?? null));
    return run(postgresText(update, names), columns);
  }
  const text = sqliteText(update, names);
  const all: O[] = [];
  for (const row of rows) {
    const values = names.map((name) => row[name] ?? null);
    all.push(...(await run(text, values)));
  }
  return all;
}

function sqliteText(update: Update, names: readonly string[]): string {
  return textOf(update, `(select ${names.map((name) => `? as ${name}`).join(', ')}) as given`, '');
}

function postgresText(update: Update, names: readonly string[]): string {
  const { table, keys, given } = update;
  const arrays = names.map((name, index) => `$${index + 1}::${given[name]}[]`);
  // An array of known length: the planner reads these rows alone, however little it knows of the table.
  const among = keys.map((key) => `${table}.${key} = any(${arrays[names.indexOf(key)]}) and `).join('');
  return textOf(update, `unnest(${arrays.join(', ')}) as given(${names.join(', ')})`, among);
}

function textOf({ table, keys, set, where, returning }: Update, source: string, among: string): string {
  const condition = where === undefined ? '' : ` and ${where}`;
  const found = keys.map((key) => `${table}.${key} = given.${key}`).join(' and ');
  return `update ${table} set ${set} from ${source} where ${among}${found}${condition} returning ${returning}`;
}
