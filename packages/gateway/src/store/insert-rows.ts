import { CompiledQuery, SqliteAdapter } from 'kysely';
import { prepared } from './prepared.ts';
import type { Schema } from './schema.ts';
import type { Tx } from './transaction.ts';

/** Where rows go, and what happens to those that are there already. */
export interface Insert {
  readonly into: keyof Schema;
  readonly columns: readonly string[];
  /** What follows the rows: `on conflict … returning …`, in SQL which both engines understand. */
  readonly ending?: string;
}

/** One row: a value for every column. */
export type Row = Readonly<Record<string, string | number | null>>;

/**
 * Inserts rows, in their order; each row of a conflict may be there only once. PostgreSQL takes several of them in one
 * statement, whose text does not depend on their number: it is prepared once. One row goes as values, which Citus sends to its
 * shard as they are; what it selects it would first collect. SQLite is called within the process, where a statement a
 * row costs least.
 * @returns what the ending returns.
 */
export async function insertRows<O = never>(tx: Tx, insert: Insert, rows: readonly Row[]): Promise<O[]> {
  const { into, columns, ending = '' } = insert;
  if (rows.length === 0) return [];
  const names = columns.join(', ');
  const name = `insert into ${into} (${names}) ${ending}`;
  const query = (kind: 'one' | 'several', source: string, parameters: readonly unknown[]): Promise<O[]> => {
    const text = `insert into ${into} (${names}) ${source} ${ending}`;
    const build = () => CompiledQuery.raw(text, [...parameters]) as CompiledQuery<O>;
    return prepared(tx, `${kind}: ${name}`, build, parameters);
  };

  const isSqlite = tx.getExecutor().adapter instanceof SqliteAdapter;
  if (!isSqlite && rows.length > 1) {
    const source = `select ${names} from json_populate_recordset(null::${into}, $1::json)`;
    return query('several', source, [JSON.stringify(rows)]);
  }
  const places = columns.map((_, index) => (isSqlite ? '?' : `$${index + 1}`));
  const all: O[] = [];
  for (const row of rows) {
    const values = columns.map((column) => row[column] ?? null);
    all.push(...(await query('one', `values (${places.join(', ')})`, values)));
  }
  return all;
}
