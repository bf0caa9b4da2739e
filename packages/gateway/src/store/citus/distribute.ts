import { type Kysely, sql } from 'kysely';
import type { Database, DatabaseOptions } from '../engine.ts';
import { distributedTables, hasCitus } from '../is-distributed.ts';
import { openDatabase } from '../open-database.ts';
import { repeatTransient } from '../repeat-transient.ts';
import type { Schema } from '../schema.ts';
import type { Tx } from '../transaction.ts';
import { prepareKeys } from './keys.ts';
import { type Placement, placementOf } from './placement.ts';

/** A database cannot be distributed. The message says what to do. */
export class CitusError extends Error {
  override readonly name = 'CitusError';
  readonly code = 'citus';
}

/**
 * Spreads the tables of merchants over the workers of a Citus cluster, by merchant, with their rows. Tables that are
 * distributed already stay as they are, so that it may be run again after every migration.
 * @returns the tables it distributed.
 * @throws CitusError if the database does not run Citus, or has no workers.
 */
export async function distribute({ engine, kysely }: Database): Promise<string[]> {
  if (engine === 'sqlite' || !(await hasCitus(kysely)))
    throw new CitusError('This database has no Citus. Run `create extension citus` on every node first.');
  const { rows: workers } = await sql`select 1 from citus_get_active_worker_nodes()`.execute(kysely);
  if (workers.length === 0)
    throw new CitusError(
      'This cluster has no workers. Add them with `select citus_add_node(host, port)` first.',
    );
  return repeatTransient(() => kysely.transaction().execute(distributeTables));
}

/** @returns the tables it distributed. */
async function distributeTables(tx: Tx): Promise<string[]> {
  const done = new Set(await distributedTables(tx));
  const tables = (await tx.introspection.getTables())
    .filter(({ name, isView, schema }) => schema === 'public' && !isView && !done.has(name))
    .map(({ name, columns }) => ({
      name,
      placement: placementOf(
        name,
        columns.map((column) => column.name),
      ),
    }));
  const of = (wanted: Placement): string[] =>
    tables.flatMap(({ name, placement }) => (placement === wanted ? name : []));
  await sql`set local citus.multi_shard_modify_mode to 'sequential'`.execute(tx);
  // A statement of one merchant runs in one shard. A statement across shards must not take a connection for each.
  await sql
    .raw(`alter database ${await quotedDatabaseName(tx)} set citus.multi_shard_modify_mode to 'sequential'`)
    .execute(tx);
  const merchantTables = of('by-merchant');
  const restoreKeys = await prepareKeys(tx, merchantTables, of('coordinator'));
  const reference = of('reference');
  for (const table of reference) await sql`select create_reference_table(${table})`.execute(tx);
  for (const table of merchantTables)
    await sql`select create_distributed_table(${table}, 'merchant_id')`.execute(tx);
  await restoreKeys();
  return [...reference, ...merchantTables];
}

/** As {@link distribute}, with no limit on how long a statement takes: it copies every row. */
export async function distributeWithoutTimeout(
  url: string,
  options: Pick<DatabaseOptions, 'connectTimeoutMs'>,
): Promise<string[]> {
  const patient = openDatabase(url, { ...options, poolSize: 1, statementTimeoutMs: 0 });
  try {
    return await distribute(patient);
  } finally {
    await patient.close();
  }
}

async function quotedDatabaseName(kysely: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(
    kysely,
  );
  return rows[0]?.name ?? '';
}
