import { CompiledQuery } from 'kysely';
import { allEnded } from './all-ended.ts';
import type { Engine } from './engine.ts';
import type { Tx } from './transaction.ts';

const NO_SCANS = CompiledQuery.raw('set local enable_seqscan = off');

/**
 * Has PostgreSQL find rows by their keys in the rest of a transaction. It keeps the plan of a prepared statement, and one
 * made while a table was nearly empty would read the whole of it, until the table is analysed.
 * @param work is sent along with it.
 */
export async function readingByKey<T>(tx: Tx, engine: Engine, work: () => Promise<T>): Promise<T> {
  if (engine === 'sqlite') return work();
  const [, result] = await allEnded(tx.executeQuery(NO_SCANS), work());
  return result;
}
