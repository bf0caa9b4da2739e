import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Maximum wait of a transaction of PostgreSQL for a table, milliseconds. Later users of the table wait behind it:
 * during a backup that holds the table for an hour, all orders would.
 */
const TABLE_MS = 5000;

/**
 * Limits how long the rest of a transaction of PostgreSQL waits for a lock: after that it fails with the error 55P03.
 * @param ms 0 for no limit.
 */
export async function limitTableWait(
  tx: Pick<Kysely<Schema>, 'getExecutor'>,
  ms: number = TABLE_MS,
): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${ms}`}, true)`.execute(tx);
}
