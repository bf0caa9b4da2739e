import { sql } from 'kysely';
import type { Database, DatabaseOptions, Engine } from './engine.ts';
import { first } from './migrations/0001-first.ts';
import { emissionsModel } from './migrations/0002-emissions-model.ts';
import { rateWindows } from './migrations/0003-rate-windows.ts';
import { refunds } from './migrations/0004-refunds.ts';
import { allocations } from './migrations/0006-allocations.ts';
import { deliveryLanes } from './migrations/0006-delivery-lanes.ts';
import { emptyTotals } from './migrations/0006-empty-totals.ts';
import { currencies } from './migrations/0007-currencies.ts';
import { retirements } from './migrations/0008-retirements.ts';
import { settlement } from './migrations/0009-settlement.ts';
import { registryCredits } from './migrations/0010-registry-credits.ts';
import { audit } from './migrations/0011-audit.ts';
import { consoleTables } from './migrations/0012-console.ts';
import { portfolios } from './migrations/0013-portfolios.ts';
import { retention } from './migrations/0014-retention.ts';
import { payouts } from './migrations/0015-payouts.ts';
import { totalsByRow } from './migrations/0016-totals-by-row.ts';
import { merchantKeys } from './migrations/0017-merchant-keys.ts';
import { narrowIndexes } from './migrations/0018-narrow-indexes.ts';
import { consoleLists } from './migrations/0019-console-lists.ts';
import { leavesByBatch } from './migrations/0020-leaves-by-batch.ts';
import { leanSettling } from './migrations/0021-lean-settling.ts';
import { emissionPublishers } from './migrations/0022-emission-publishers.ts';
import { allotments } from './migrations/0023-allotments.ts';
import { userTotals } from './migrations/0024-user-totals.ts';
import { leanConfirms } from './migrations/0025-lean-confirms.ts';
import { partsOfLots } from './migrations/0026-parts-of-lots.ts';
import { merchantOfStatements } from './migrations/0027-merchant-of-statements.ts';
import { legalPages } from './migrations/0028-legal-pages.ts';
import { keysOfRefunds } from './migrations/0029-keys-of-refunds.ts';
import { correctedBatches } from './migrations/0030-corrected-batches.ts';
import { refundsPaidOtherwise } from './migrations/0031-refunds-paid-otherwise.ts';
import { replacedRefunds } from './migrations/0032-replaced-refunds.ts';
import { lastFailureOfEndpoints } from './migrations/0033-last-failure-of-endpoints.ts';
import { openDatabase } from './open-database.ts';
import { findTextFault } from './postgres/find-text-fault.ts';
import { isTransient, repeatTransient } from './repeat-transient.ts';
import { readSetting, writeSetting } from './settings.ts';
import { limitTableWait } from './sql/limit-table-wait.ts';
import type { Tx } from './transaction.ts';

/** Every migration, oldest first. A released one is never edited: the next change is a new migration. */
const MIGRATIONS: readonly [name: string, statements: (engine: Engine) => string[]][] = [
  ['0001-first', first],
  ['0002-emissions-model', emissionsModel],
  ['0003-rate-windows', rateWindows],
  ['0004-refunds', refunds],
  ['0006-allocations', allocations],
  ['0006-delivery-lanes', deliveryLanes],
  ['0006-empty-totals', emptyTotals],
  ['0007-currencies', currencies],
  ['0008-retirements', retirements],
  ['0009-settlement', settlement],
  ['0010-registry-credits', registryCredits],
  ['0011-audit', audit],
  ['0012-console', consoleTables],
  ['0013-portfolios', portfolios],
  ['0014-retention', retention],
  ['0015-payouts', payouts],
  ['0016-totals-by-row', totalsByRow],
  ['0017-merchant-keys', merchantKeys],
  ['0018-narrow-indexes', narrowIndexes],
  ['0019-console-lists', consoleLists],
  ['0020-leaves-by-batch', leavesByBatch],
  ['0021-lean-settling', leanSettling],
  ['0022-emission-publishers', emissionPublishers],
  ['0023-allotments', allotments],
  ['0024-user-totals', userTotals],
  ['0025-lean-confirms', leanConfirms],
  ['0026-parts-of-lots', partsOfLots],
  ['0027-merchant-of-statements', merchantOfStatements],
  ['0028-legal-pages', legalPages],
  ['0029-keys-of-refunds', keysOfRefunds],
  ['0030-corrected-batches', correctedBatches],
  ['0031-refunds-paid-otherwise', refundsPaidOtherwise],
  ['0032-replaced-refunds', replacedRefunds],
  ['0033-last-failure-of-endpoints', lastFailureOfEndpoints],
];

/**
 * The oldest schema whose processes may keep running once a database has the newest. Raise it to a migration that would
 * make older processes fail: one that renames or drops something, or requires more of a row. The upgrade notes of such
 * a version say that every process has to be stopped first.
 */
const COMPATIBLE_SINCE = '0026-parts-of-lots';
const COMPATIBLE_SETTING = 'compatible_since';

/** The schema of the database does not match this program. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  readonly code = 'wrong_schema';
}

function refuseNewer(unknown: readonly string[]): void {
  if (unknown.length === 0) return;
  const what = `A newer gateway has changed this database: ${unknown.join(', ')}.`;
  throw new SchemaError(`${what} Run that version, or restore the backup from before it.`);
}

/** How a database is migrated. */
export interface MigrateOptions {
  /** Further work in the transaction of the migrations that are run. */
  readonly also?: (tx: Tx, migrations: readonly string[]) => Promise<void>;
  /** The last migration to run; for tests of the later ones. */
  readonly until?: string;
  /** How long each try waits for a table, milliseconds. Default: that of {@link limitTableWait}. */
  readonly tableMs?: number;
}

/** Key of the advisory lock: any number, the same in every process. */
const LOCK = 7_204_817;

/**
 * Brings the database to the newest schema. Several processes may call it together: one works, the others wait. If
 * another process holds a table, it waits a few seconds at a time and releases its own locks in between.
 * @returns the names of the migrations it ran.
 * @throws SchemaError if a newer program has run migrations that this one does not know; PostgreSQL's error 55P03, with
 *   nothing changed, if a table was not available for a minute.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<string[]> {
  if (db.engine === 'postgres') return migrateNow(db, options);
  // SQLite sorts the rows of a new index in temporary storage: in memory, that would take 100 bytes per row.
  await sql`pragma temp_store = file`.execute(db.kysely);
  const names = await migrateNow(db, options);
  await sql`pragma temp_store = memory`.execute(db.kysely);
  return names;
}

async function migrateNow({ kysely, engine }: Database, options: MigrateOptions): Promise<string[]> {
  const work = () => kysely.transaction().execute((tx) => runDue(tx, engine, options));
  // A running gateway may lock tables in another order, or hold them for a while.
  return repeatTransient(work, isTransient);
}

async function runDue(tx: Tx, engine: Engine, { until, tableMs, also }: MigrateOptions): Promise<string[]> {
  if (engine === 'postgres') await takeTurn(tx, tableMs);
  const before = await migrationState({ kysely: tx, engine });
  refuseNewer(before.unknown);
  // Only if it is unused: an account that may not create tables can serve what another has migrated.
  if (isUnused(before)) await createRecord(tx, engine);
  const names = before.due.filter((name) => until === undefined || name <= until);
  for (const [name, statements] of MIGRATIONS.filter(([name]) => names.includes(name))) {
    for (const statement of statements(engine)) await sql.raw(statement).execute(tx);
    await sql`insert into schema_migrations (name) values (${name})`.execute(tx);
  }
  if (names.length > 0) {
    // Tells running processes of older versions whether they may go on.
    await writeSetting(tx, COMPATIBLE_SETTING, COMPATIBLE_SINCE);
    await also?.(tx, names);
  }
  return names;
}

/** Waits on PostgreSQL until no other process migrates, and prepares the transaction for the migrations. */
async function takeTurn(tx: Tx, tableMs: number | undefined): Promise<void> {
  // Another process may migrate for minutes, longer than an account's own limit may allow.
  await limitTableWait(tx, 0);
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
  // Citus refuses to change the tables of a transaction that has worked in several shards at once.
  await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(tx);
  await limitTableWait(tx, tableMs);
}

/** Creates the record of the migrations. @throws SchemaError if the database cannot hold every text. */
async function createRecord(tx: Tx, engine: Engine): Promise<void> {
  const fault = engine === 'postgres' ? await findTextFault(tx) : undefined;
  if (fault !== undefined) throw new SchemaError(fault);
  await sql`create table if not exists schema_migrations (name text primary key)`.execute(tx);
}

/** Whether, since this process started, a newer gateway has run a migration that this process cannot work with. */
export async function isSuperseded({ kysely }: Database): Promise<boolean> {
  const since = await readSetting(kysely, COMPATIBLE_SETTING);
  const [newest = ''] = MIGRATIONS.at(-1) ?? [];
  return since !== undefined && since > newest;
}

/** As {@link migrate}, with no limit on how long a statement takes: an index on millions of rows takes minutes. */
export async function migrateWithoutTimeout(
  db: Database,
  url: string,
  options: Pick<DatabaseOptions, 'connectTimeoutMs'> & MigrateOptions,
): Promise<string[]> {
  const { also, ...how } = options;
  if (db.engine === 'sqlite') return migrate(db, { also });
  const patient = openDatabase(url, { ...how, poolSize: 1, statementTimeoutMs: 0 });
  try {
    return await migrate(patient, { also });
  } finally {
    await patient.close();
  }
}

/**
 * Refuses a database that {@link migrate} would have to change first, or cannot change.
 * @throws SchemaError.
 */
export async function requireSchema(db: Database): Promise<void> {
  const { due, unknown } = await migrationState(db);
  refuseNewer(unknown);
  if (due.length === 0) return;
  const what = isUnused({ due }) ? 'no gateway has used it yet' : `it lacks ${due.join(', ')}`;
  throw new SchemaError(`This database is not ready: ${what}. Run \`flight-offset-gateway migrate\` first.`);
}

/** How the schema of a database compares with this program's. */
export interface MigrationState {
  /** Migrations that {@link migrate} would run. */
  readonly due: readonly string[];
  /** Migrations of a newer program: this one may not understand the result. */
  readonly unknown: readonly string[];
}

/** Whether no migration has been run. */
function isUnused({ due }: Pick<MigrationState, 'due'>): boolean {
  return due.length === MIGRATIONS.length;
}

/** Compares the schema of a database with this program's, and changes nothing. */
export async function migrationState({
  kysely,
  engine,
}: Pick<Database, 'kysely' | 'engine'>): Promise<MigrationState> {
  // Another program, or another gateway, may have a table of that name in another schema.
  const ours =
    engine === 'sqlite'
      ? sql`select 1 from pragma_table_info('schema_migrations')`
      : sql`select 1 from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'name'`;
  const begun = await ours.execute(kysely);
  const { rows } =
    begun.rows.length > 0
      ? await sql<{ name: string }>`select name from schema_migrations`.execute(kysely)
      : { rows: [] };
  const done = rows.map(({ name }) => name);
  const known = MIGRATIONS.map(([name]) => name);
  return {
    due: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}
