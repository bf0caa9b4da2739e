import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * How long a transaction of PostgreSQL waits for a table, milliseconds. Whoever needs the table meanwhile waits behind it: all
 * orders, where a backup that takes an hour has the table too.
 */
const TABLE_MS = 5000;

/** Limits how long the rest of a transaction of PostgreSQL waits for a lock: it ends with the error 55P03 then. */
export async function limitTableWait(
  tx: Pick<Kysely<Schema>, 'getExecutor'>,
  ms: number = TABLE_MS,
): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${ms}`}, true)`.execute(tx);
}
