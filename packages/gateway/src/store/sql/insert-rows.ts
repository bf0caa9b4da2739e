import { CompiledQuery } from 'kysely';
import { allEnded } from '../all-ended.ts';
import type { Database } from '../engine.ts';
import { engineOf } from '../engine-of.ts';
import { mayBeDistributed } from '../is-distributed.ts';
import type { Schema } from '../schema.ts';
import type { Tx } from '../transaction.ts';
import { prepared } from './prepared.ts';

/** How rows are inserted: their table, and the treatment of rows that exist already. */
export interface Insert {
  readonly into: keyof Schema;
  readonly columns: readonly string[];
  /** SQL after the rows, for both engines: `on conflict … returning …`. */
  readonly ending?: string;
}

/** One row: a value for every column. */
export type Row = Readonly<Record<string, string | number | null>>;

/**
 * Inserts rows, in their order; each row that conflicts may occur only once. PostgreSQL takes several of them in one
 * statement, whose text does not depend on their number: it is prepared once. A single row is sent as values, which
 * Citus passes to its shard as they are; it would first collect the rows of a select. SQLite runs within the process,
 * where a statement per row costs least. An array per column was measured instead of JSON: in a batch of 16 it costs
 * the gateway as much per order as it saves PostgreSQL, and in a batch of 5 it saves nothing.
 * @returns the rows that the ending returns.
 */
export async function insertRows<O = never>(tx: Tx, insert: Insert, rows: readonly Row[]): Promise<O[]> {
  const { columns } = insert;
  if (rows.length === 0) return [];
  const names = namesOf(insert);
  const query = (name: string, source: () => string, parameters: readonly unknown[]): Promise<O[]> => {
    const build = () => CompiledQuery.raw(textOf(insert, source()), [...parameters]) as CompiledQuery<O>;
    return prepared(tx, name, build, parameters);
  };

  const isSqlite = engineOf(tx) === 'sqlite';
  if (!isSqlite && rows.length > 1)
    return query(names.several, () => recordset(insert, 1), [JSON.stringify(rows)]);
  const places = (): string =>
    `values (${columns.map((_, index) => (isSqlite ? '?' : `$${index + 1}`)).join(', ')})`;
  const all: O[] = [];
  for (const row of rows) {
    const values = columns.map((column) => row[column] ?? null);
    all.push(...(await query(names.one, places, values)));
  }
  return all;
}

/** Names of an insert's statements: for one row, and for several. */
interface Names {
  readonly one: string;
  readonly several: string;
}

const named = new WeakMap<Insert, Names>();

/** Made once per insert: a name is as long as the statement, and would be hashed again for every row. */
function namesOf(insert: Insert): Names {
  let names = named.get(insert);
  if (!names) {
    const text = textOf(insert);
    names = { one: `one: ${text}`, several: `several: ${text}` };
    named.set(insert, names);
  }
  return names;
}

/** Rows of one table. */
export type TableRows = readonly [insert: Insert, rows: readonly Row[]];

/**
 * Inserts rows of two tables that do not refer to each other: on PostgreSQL in one statement, which takes less time
 * than two. If rows may be spread by merchant, they are inserted one table after the other.
 */
export async function insertBoth(tx: Tx, db: Database, one: TableRows, other: TableRows): Promise<void> {
  if (db.engine === 'sqlite' || mayBeDistributed(db) || one[1].length === 0 || other[1].length === 0) {
    await allEnded(insertRows(tx, ...one), insertRows(tx, ...other));
    return;
  }
  const parameters = [one, other].map(([, rows]) => JSON.stringify(rows));
  const text = (): string =>
    `with other as (${textOf(other[0], recordset(other[0], 2))}) ${textOf(one[0], recordset(one[0], 1))}`;
  const build = () => CompiledQuery.raw(text(), parameters) as CompiledQuery<never>;
  await prepared(tx, `both: ${textOf(one[0])}; ${textOf(other[0])}`, build, parameters);
}

function textOf({ into, columns, ending = '' }: Insert, source = ''): string {
  return `insert into ${into} (${columns.join(', ')}) ${source} ${ending}`;
}

/** Rows as PostgreSQL takes them from a parameter of JSON. */
function recordset({ into, columns }: Insert, parameter: number): string {
  return `select ${columns.join(', ')} from json_populate_recordset(null::${into}, $${parameter}::json)`;
}
