import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Config, databaseOptions } from '../config.ts';
import { requireMasterKey } from '../credentials/require-master-key.ts';
import type { Sealer } from '../credentials/seal.ts';
import { seedSandbox } from '../seed-sandbox.ts';
import type { Database } from '../store/engine.ts';
import { migrateWithoutTimeout } from '../store/migrate.ts';
import { requireRightClock } from './clock-skew.ts';
import { requireMode } from './mode.ts';
import { refuseMigration } from './refuse-migration.ts';

/**
 * Prepares a database to be served from, or refuses it. If it holds sandbox data, a refusal still updates its schema.
 * @param options.log receives the names of the migrations that were run: no person ran them, so the audit log does not
 *   have them.
 * @param options.now the clock to use in place of the shared one.
 * @throws SchemaError if a newer gateway has changed it, ClockError if this machine's clock is off, ModeError if a
 *   sandbox database is opened without the sandbox or the other way round, MasterKeyError for another key, the server's
 *   error behind a pooler that keeps no prepared statements.
 */
export async function prepareStore(
  db: Database,
  sealer: Sealer,
  config: Config,
  { log, now }: { readonly log: Pick<Logger, 'info'>; readonly now: (() => number) | undefined },
): Promise<void> {
  if (db.engine === 'postgres') {
    // Loaded only here: the module loads PostgreSQL's driver, which SQLite does not need.
    const { requireKeptStatements } = await import('../store/postgres/require-kept-statements.ts');
    await requireKeptStatements(config.DATABASE_URL);
  }
  const migrations = await migrateWithoutTimeout(db, config.DATABASE_URL, {
    ...databaseOptions(config),
    also: (tx) => refuseMigration({ engine: db.engine, kysely: tx }, sealer, config),
  });
  if (migrations.length > 0) log.info({ migrations }, 'database migrated');
  await requireRightClock(db, config.GATEWAY_MAX_CLOCK_SKEW_SECONDS * 1000);
  await requireMode(db, config.sandbox);
  await requireMasterKey(db, sealer);
  if (config.sandbox) await seedSandbox(db, sealer, now);
  // After a crash, the write-ahead log still holds erased data.
  if (db.engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db.kysely);
}
