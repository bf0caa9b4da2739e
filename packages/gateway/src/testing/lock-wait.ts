import { sql } from 'kysely';
import type { Database } from '../store/engine.ts';
import { hasCitus } from '../store/is-distributed.ts';

const WAITS = `select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Whether some statement of a PostgreSQL database waits for a lock. Those of a Citus cluster may wait at a worker, of which
 * the coordinator's own list of activity shows nothing; a test's database has the same name on every node.
 */
export async function hasLockWait({ kysely }: Database): Promise<boolean> {
  const counts = (await hasCitus(kysely))
    ? sql<{ count: string }>`select result as count from run_command_on_all_nodes(${WAITS})`
    : sql<{ count: string }>`${sql.raw(WAITS)}`;
  return (await counts.execute(kysely)).rows.some(({ count }) => Number(count) > 0);
}
