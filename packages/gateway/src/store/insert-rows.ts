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
 * Inserts rows, in their order; each row of a conflict may be there only once. PostgreSQL takes all of them in one
 * statement, whose text does not depend on their number: it is prepared once. SQLite is called within the process,
 * where a statement a row costs least.
 * @returns what the ending returns.
 */
export async function insertRows<O = never>(tx: Tx, insert: Insert, rows: readonly Row[]): Promise<O[]> {
  const { into, columns, ending = '' } = insert;
  if (rows.length === 0) return [];
  const names = columns.join(', ');
  const name = `insert into ${into} (${names}) ${ending}`;
  const query = (text: string, parameters: readonly unknown[]): Promise<O[]> =>
    prepared(tx, name, () => CompiledQuery.raw(text, [...parameters]) as CompiledQuery<O>, parameters);

  if (tx.getExecutor().adapter instanceof SqliteAdapter) {
    const text = `insert into ${into} (${names}) values (${columns.map(() => '?').join(', ')}) ${ending}`;
    const all: O[] = [];
    for (const row of rows) {
      all.push(
        ...(await query(
          text,
          columns.map((column) => row[column] ?? null),
        )),
      );
    }
    return all;
  }
  const text = `insert into ${into} (${names})
    select ${names} from json_populate_recordset(null::${into}, $1::json) ${ending}`;
  return query(text, [JSON.stringify(rows)]);
}
