import type { Kysely } from 'kysely';
import type { Database, DatabaseOptions } from '../engine.ts';
import { openKysely } from '../open-kysely.ts';
import type { Schema } from '../schema.ts';
import { PipeliningDialect } from './driver.ts';
import { lazyPool } from './lazy-pool.ts';

/** Maximum connections of a process to a standby. */
const MAX_REPLICA_CONNECTIONS = 4;

/** Opens `postgres://…`, with the standby that the options name; the first query connects. */
export function openPostgres(url: string, options: DatabaseOptions): Database {
  const { config, connections, closeWith } = lazyPool(url, options);
  const tracing = options.tracing?.('postgres', url);
  const { kysely, transaction } = openKysely(new PipeliningDialect(config), tracing);
  const replica = options.replicaUrl === undefined ? undefined : openReplica(options.replicaUrl, options);
  return {
    engine: 'postgres',
    kysely,
    transaction,
    reader: kysely,
    longReads: kysely,
    replica: replica?.kysely ?? kysely,
    tracing,
    connections,
    async close() {
      await Promise.all([closeWith(kysely.destroy()), replica?.close()]);
    },
  };
}

/** Opens a standby. It has few readers, and must not delay the end of the process. */
function openReplica(
  url: string,
  options: DatabaseOptions,
): { readonly kysely: Kysely<Schema>; close(): Promise<void> } {
  const { config, closeWith } = lazyPool(url, { ...options, poolSize: MAX_REPLICA_CONNECTIONS });
  const tracing = options.tracing?.('postgres', url);
  const { kysely } = openKysely(new PipeliningDialect(config), tracing);
  return { kysely, close: () => closeWith(kysely.destroy()) };
}
