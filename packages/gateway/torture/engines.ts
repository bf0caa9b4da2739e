import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createCitusDatabase, dropCitusDatabases, workersOf } from '../src/testing/citus.ts';
import { startPgbouncer } from '../src/testing/pgbouncer.ts';
import { openPostgresStore, openSqliteStore, type Store } from './stores.ts';

/** Databases for a run. */
export const ENGINES = ['sqlite', 'postgres', 'pgbouncer', 'citus'] as const;

/** A database for a run. */
export type TortureEngine = (typeof ENGINES)[number];

/**
 * Opens a database for a run.
 * @throws Error if the machine lacks a requirement of the engine: `PGBOUNCER` names an executable, `CITUS_URL` a
 * cluster.
 */
export async function openStore(engine: TortureEngine): Promise<Store> {
  if (engine === 'sqlite') return openSqliteStore();
  if (engine === 'postgres') return openPostgresStore();
  if (engine === 'pgbouncer') return openPooledStore(required('PGBOUNCER'));
  return openCitusStore(required('CITUS_URL'));
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} must be set for this engine`);
  return value;
}

/** Opens PostgreSQL with all of its faults, behind PgBouncer in transaction mode, which adds its own. */
async function openPooledStore(executable: string): Promise<Store> {
  const server = await openPostgresStore();
  const pooler = await startPgbouncer(executable, server.url).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  return {
    ...server,
    url: pooler.url,
    port: pooler.port,
    faults: {
      ...server.faults,
      'pooler replaced': (ms) => pooler.replace(() => wait(ms)),
      async 'pooler frozen'(ms) {
        pooler.signal('SIGSTOP');
        await wait(ms);
        pooler.signal('SIGCONT');
      },
      async 'pooler paused'(ms) {
        await pooler.command('pause');
        await wait(ms);
        await pooler.command('resume');
      },
      'connections of the pooler ended': (ms) => endConnections(server.url).then(() => wait(ms)),
    },
    async close() {
      await pooler.stop();
      await server.close();
    },
  };
}

/** Ends every connection to the database of a node; on a worker these are the coordinator's. */
async function endConnections(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
  await client.end();
}

/** Opens a database in a separate cluster: its connections can be broken, but it is not stopped. */
async function openCitusStore(cluster: string): Promise<Store> {
  const url = await createCitusDatabase(cluster);
  const workers = await workersOf(url);
  let turn = 0;
  return {
    url,
    port: Number(new URL(url).port),
    faults: {
      async 'connections of the coordinator ended'(ms) {
        await endConnections(url);
        await wait(ms);
      },
      async 'connections of a worker ended'(ms) {
        await endConnections(workers[turn++ % workers.length] ?? url);
        await wait(ms);
      },
    },
    skipped: ['the servers of the cluster stopped: they run beside'],
    close: () => dropCitusDatabases(cluster, [url]),
  };
}
