import type { Kysely } from 'kysely';
import { type OffsetStore, PENDING_PREFIX } from './store.ts';

/** The table of the store: one row per key. */
export interface OffsetStoreTable {
  readonly key: string;
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
  /** 1 for a pending order, 0 for anything else: an index that does not depend on the collation of keys. */
  readonly pending: number;
}

/** A database that holds the store's table, among others. */
export interface OffsetStoreDatabase {
  readonly flight_offset_store: OffsetStoreTable;
}

/**
 * A store in a SQL database, for any number of processes: SQLite and PostgreSQL through Kysely. Set SQLite to
 * `busy_timeout = 5000`, `journal_mode = WAL` and `synchronous = FULL`: with its defaults a power loss may take the
 * last write, with WAL in `better-sqlite3` every recent one; other drivers do not wait for a process that writes.
 * @param now milliseconds since 1970; the clocks of all processes should agree to the second.
 * @example const store = kyselyStore(db);
 */
export function kyselyStore<D extends OffsetStoreDatabase>(
  database: Kysely<D>,
  now: () => number = () => Date.now(),
): OffsetStore {
  // Kysely's types cannot see that a database with more tables has this one.
  const db = database as unknown as Kysely<OffsetStoreDatabase>;

  const row = (key: string, value: string, ttlSeconds: number): OffsetStoreTable => ({
    key,
    value,
    expires_at: now() + Math.ceil(ttlSeconds * 1000),
    pending: key.startsWith(PENDING_PREFIX) ? 1 : 0,
  });

  return {
    async get(key) {
      const found = await db
        .selectFrom('flight_offset_store')
        .select('value')
        .where('key', '=', key)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return found?.value;
    },
    async set(key, value, ttlSeconds) {
      const values = row(key, value, ttlSeconds);
      const { expires_at } = values;
      await db
        .insertInto('flight_offset_store')
        .values(values)
        .onConflict((it) => it.column('key').doUpdateSet({ value, expires_at }))
        .execute();
    },
    async setIfAbsent(key, value, ttlSeconds) {
      const values = row(key, value, ttlSeconds);
      const { expires_at } = values;
      // One statement, so that only one of two processes sees a row written. An expired row counts as none. The
      // returned row shows the result: not every dialect counts what it wrote.
      const written = await db
        .insertInto('flight_offset_store')
        .values(values)
        .onConflict((it) =>
          it
            .column('key')
            .doUpdateSet({ value, expires_at })
            .where('flight_offset_store.expires_at', '<=', now()),
        )
        .returning('key')
        .executeTakeFirst();
      return written !== undefined;
    },
    async delete(key, value) {
      const named = db.deleteFrom('flight_offset_store').where('key', '=', key);
      await (value === undefined ? named : named.where('value', '=', value)).execute();
    },
    async listPending() {
      const rows = await db
        .selectFrom('flight_offset_store')
        .select('key')
        .where('pending', '=', 1)
        .where('expires_at', '>', now())
        .execute();
      return rows.map(({ key }) => key);
    },
  };
}

/** Repeats a failed create: PostgreSQL refuses all but one of several simultaneous ones, even with IF NOT EXISTS. */
async function retryOnce(create: { execute(): Promise<void> }): Promise<void> {
  await create.execute().catch(() => create.execute());
}

/**
 * Creates the table and its index unless they exist; any number of processes may do so at once.
 * @example await createStoreTable(db);
 */
export async function createStoreTable<D extends OffsetStoreDatabase>({ schema }: Kysely<D>): Promise<void> {
  const table = schema
    .createTable('flight_offset_store')
    .ifNotExists()
    .addColumn('key', 'varchar(400)', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('pending', 'smallint', (column) => column.notNull());
  const index = schema
    .createIndex('flight_offset_store_pending')
    .ifNotExists()
    .on('flight_offset_store')
    .column('pending');
  await retryOnce(table);
  await retryOnce(index);
}

/**
 * Deletes expired rows; call it from a scheduler.
 * @returns how many rows were deleted.
 * @example setInterval(() => deleteExpired(db), 3_600_000);
 */
export async function deleteExpired<D extends OffsetStoreDatabase>(
  database: Kysely<D>,
  now: () => number = Date.now,
): Promise<number> {
  const db = database as unknown as Kysely<OffsetStoreDatabase>;
  const result = await db
    .deleteFrom('flight_offset_store')
    .where('expires_at', '<=', now())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
