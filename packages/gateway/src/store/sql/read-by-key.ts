import { CompiledQuery } from 'kysely';
import { allEnded } from '../all-ended.ts';
import type { Database } from '../engine.ts';
import { mayBeDistributed } from '../is-distributed.ts';
import type { Tx } from '../transaction.ts';
import { localSettings } from './local-settings.ts';

const BY_KEY = CompiledQuery.raw(
  localSettings({ enable_seqscan: 'off', plan_cache_mode: 'force_generic_plan' }),
);

/**
 * Has PostgreSQL find rows by their keys in the rest of a transaction, with plans that it makes once per connection. It
 * keeps the plan of a prepared statement, and one made while a table was nearly empty would read the whole of it, until
 * the table is analyzed. By default it plans a statement with arrays anew for each short array, which takes longer than
 * running it. Citus needs that: only the values of the arrays lead to a shard.
 * @param work is sent along with it.
 */
export async function readingByKey<T>(tx: Tx, db: Database, work: () => Promise<T>): Promise<T> {
  if (db.engine === 'sqlite' || mayBeDistributed(db)) return work();
  const [, result] = await allEnded(tx.executeQuery(BY_KEY), work());
  return result;
}
