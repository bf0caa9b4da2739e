import { sql } from 'kysely';
import type { Database } from '../store/engine.ts';
import { hasCitus } from '../store/is-distributed.ts';
import type { Tx } from '../store/transaction.ts';
import { until } from './until.ts';

const WAITS = `select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Whether at least `least` statements of a PostgreSQL database wait for a lock. Statements of a Citus cluster may wait
 * at a worker, which the coordinator's own list of activity does not show; a test's database has the same name on every
 * node.
 */
export async function hasLockWait({ kysely }: Database, least = 1): Promise<boolean> {
  const counts = (await hasCitus(kysely))
    ? sql<{ count: string }>`select result as count from run_command_on_all_nodes(${WAITS})`
    : sql<{ count: string }>`${sql.raw(WAITS)}`;
  const { rows } = await counts.execute(kysely);
  return rows.reduce((sum, { count }) => sum + Number(count), 0) >= least;
}

/**
 * Runs work beside an open transaction, which commits once the work waits for a lock, or has ended without waiting.
 * @param first work of the transaction, on PostgreSQL.
 * @returns the result of the work.
 */
export async function runDuringTransaction<T>(
  db: Database,
  first: (tx: Tx) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const working = await db.transaction(async (tx) => {
    await first(tx);
    let hasEnded = false;
    const ended = () => {
      hasEnded = true;
    };
    const started = work();
    started.then(ended, ended);
    await until(async () => hasEnded || (await hasLockWait(db)), 'work that waits for a lock');
    // In an object: the transaction would wait for a bare promise.
    return { started };
  });
  return working.started;
}
