import { CompiledQuery, type Kysely } from 'kysely';
import { allEnded } from '../all-ended.ts';
import type { Database } from '../engine.ts';
import { engineOf } from '../engine-of.ts';
import type { Schema } from '../schema.ts';
import { inTransaction, type Tx } from '../transaction.ts';
import { localSettings } from './local-settings.ts';

const IN_ORDER = CompiledQuery.raw(
  localSettings({ enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off' }),
);

/**
 * Has PostgreSQL read pages along an index in the rest of a transaction, and stop at the end of the page. If a table
 * has not been analyzed yet, for example after millions of rows were added to it, PostgreSQL expects so few rows that
 * it would collect and sort all the remaining ones for every page.
 * @param work is sent along with the settings.
 */
export async function readingInOrder<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  if (engineOf(tx) === 'sqlite') return work();
  const [, result] = await allEnded(tx.executeQuery(IN_ORDER), work());
  return result;
}

/** Reader of a page: on PostgreSQL, a transaction of its own. */
export type PageReader = Pick<Kysely<Schema>, 'selectFrom' | 'with'>;

/**
 * Reads one page as {@link readingInOrder}, outside a transaction. On SQLite it does not wait for a transaction that
 * writes.
 */
export async function readInOrder<T>(db: Database, read: (reader: PageReader) => Promise<T>): Promise<T> {
  if (db.engine === 'sqlite') return read(db.reader);
  return inTransaction(db, (tx) => readingInOrder(tx, () => read(tx)));
}
