import { type Kysely, sql } from 'kysely';
import type { Database } from './engine.ts';
import type { Schema } from './schema.ts';

const known = new WeakMap<Database, Promise<boolean>>();
const undistributed = new WeakSet<Database>();

/**
 * Whether the rows of merchants are spread over the workers of a Citus cluster: if so, it is best to keep a statement
 * or transaction to one merchant. Read once per database; `migrate --citus` takes effect with a restart.
 */
export function isDistributed(db: Database): Promise<boolean> {
  const found = known.get(db);
  if (found) return found;
  const read = readIsDistributed(db);
  known.set(db, read);
  read.then(
    (distributed) => distributed || undistributed.add(db),
    // If the database was unavailable, the next call reads it again.
    () => known.delete(db),
  );
  return read;
}

/** Returns {@link isDistributed}, or true until it is known: statements for a cluster also work on a single server. */
export function mayBeDistributed(db: Database): boolean {
  return !undistributed.has(db);
}

async function readIsDistributed({ engine, kysely }: Database): Promise<boolean> {
  if (engine === 'sqlite' || !(await hasCitus(kysely))) return false;
  return (await distributedTables(kysely)).length > 0;
}

/** Whether the database has the extension. */
export async function hasCitus(kysely: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(kysely);
  return rows.length > 0;
}

/** Reads the names of the tables that are spread over the workers or copied to each. */
export async function distributedTables(kysely: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' or (p.partmethod = 'n' and p.repmodel = 't')`.execute(kysely);
  return rows.map(({ name }) => name);
}
