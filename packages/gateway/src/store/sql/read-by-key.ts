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
 * Has PostgreSQL find rows by their keys in the rest of a transaction, with plans that it makes once per connection. By
 * default it keeps the plan of a prepared statement, and one made while a table was nearly empty would read the whole
 * table until it is analyzed. It also plans a statement again for each short array, which takes longer than running it.
 * Citus needs the latter: only the values of the arrays lead to a shard.
 * @param work is sent along with the settings.
 */
export async function readingByKey<T>(tx: Tx, db: Database, work: () => Promise<T>): Promise<T> {
  if (db.engine === 'sqlite' || mayBeDistributed(db)) return work();
  const [, result] = await allEnded(tx.executeQuery(BY_KEY), work());
  return result;
}
