import { CompiledQuery, SqliteAdapter } from 'kysely';
import type { Row } from './insert-rows.ts';
import type { Schema } from './schema.ts';
import type { Tx } from './transaction.ts';

/** An update of many rows, each with values of its own. */
export interface Update {
  readonly table: keyof Schema;
  /** Columns of the values given, and their types; the values are called `given`. */
  readonly given: Readonly<Record<string, 'text' | 'bigint'>>;
  /** What becomes of a row and which row it is, in SQL which both engines understand: `x = given.x`. */
  readonly set: string;
  readonly where: string;
  /** Columns to return, or `*`. */
  readonly returning?: string;
}

/**
 * Updates rows in one statement, however many there are: their values go along as JSON.
 * @returns what the update returns.
 */
export async function updateRows<O = never>(tx: Tx, update: Update, rows: readonly Row[]): Promise<O[]> {
  const { table, given, set, where, returning } = update;
  if (rows.length === 0) return [];
  const columns = Object.entries(given);
  const isSqlite = tx.getExecutor().adapter instanceof SqliteAdapter;
  const source = isSqlite
    ? `(select ${columns.map(([name]) => `json_extract(value, '$.${name}') as ${name}`).join(', ')} from json_each(?)) as given`
    : `json_to_recordset($1::json) as given(${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`;
  // SQLite returns columns of the table alone and refuses `table.*`; PostgreSQL returns those given too.
  const returned = returning === '*' && !isSqlite ? `${table}.*` : returning;
  const ending = returned === undefined ? '' : `returning ${returned}`;
  const text = `update ${table} set ${set} from ${source} where ${where} ${ending}`;
  const { rows: changed } = await tx.executeQuery<O>(
    CompiledQuery.raw(text, [JSON.stringify(rows)]) as CompiledQuery<O>,
  );
  return changed;
}
