import { resolve } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { CompiledQuery, sql } from 'kysely';
import { migrate } from '../store/migrate.ts';
import { openDatabase } from '../store/open-database.ts';
import type { Tx } from '../store/transaction.ts';
import { BackupError } from './backup-error.ts';
import { requireSound, requireWhole } from './sqlite.ts';
import { UNRESTORED_TABLES } from './unrestored-tables.ts';

type Source = InstanceType<typeof SqliteDatabase>;

/** Approximate size of one insert, characters of JSON. */
const PART = 1_000_000;

/**
 * Copies a backup of SQLite into an empty database of PostgreSQL: all of it, or nothing.
 * @throws BackupError if the backup is damaged, incomplete or of another version of the gateway, or if the database was
 *   filled meanwhile.
 */
export async function copyToPostgres(backup: string, url: string): Promise<void> {
  await requireWhole(backup);
  // On a torn page, reading may silently miss rows.
  requireSound(backup, resolve(backup));
  const source = new SqliteDatabase(backup, { fileMustExist: true });
  const target = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 });
  try {
    source.pragma('query_only = 1');
    // One consistent state of all tables, in case another process writes to it meanwhile.
    source.exec('begin');
    const also = async (tx: Tx, migrations: readonly string[]): Promise<void> => {
      requireSchema(source, migrations, backup);
      await copyTables(source, tx);
    };
    const made = await migrate(target, { also });
    if (made.length === 0)
      throw new BackupError(
        'A gateway, or another command, has made its tables there meanwhile; nothing was restored. Restore into a new database, and set DATABASE_URL to it.',
      );
    await sql`analyze`.execute(target.kysely);
  } catch (error) {
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error;
    throw new BackupError(`${resolve(backup)} cannot be read: ${error.message}`);
  } finally {
    source.close();
    await target.close();
  }
}

/** Checks the schema. @throws BackupError if other migrations than `migrations` made the tables of a backup. */
function requireSchema(source: Source, migrations: readonly string[], backup: string): void {
  const rows = source.prepare<[], { name: string }>('select name from schema_migrations').all();
  const done = new Set(rows.map(({ name }) => name));
  if (migrations.length === done.size && migrations.every((name) => done.has(name))) return;
  throw new BackupError(
    `${resolve(backup)} is of another version of the gateway. Restore it to SQLite, run \`migrate\` there with this version, and back that up.`,
  );
}

async function copyTables(source: Source, tx: Tx): Promise<void> {
  const tables = tablesOf(source);
  // Some tables already have rows, such as settings.
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx);
  // Orders are inserted in the state that they have reached, which this trigger refuses.
  await sql`alter table orders disable trigger orders_born_pending`.execute(tx);
  for (const table of tables) await copyRows(source, tx, table);
  await sql`alter table orders enable trigger orders_born_pending`.execute(tx);
  const counter = 'select seq from sqlite_sequence where name = ?';
  const last = source.prepare<[string], { seq: number }>(counter).get('deliveries');
  if (last) await sql`select setval('deliveries_sequence_seq', ${last.seq})`.execute(tx);
}

/** Lists tables to copy, each after the tables that it refers to. */
function tablesOf(source: Source): string[] {
  const left = new Set<string>(['schema_migrations', ...UNRESTORED_TABLES]);
  const named =
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'";
  const rows = source.prepare<[], { name: string }>(named).all();
  const references = source.prepare<[string], { table: string }>(
    'select "table" from pragma_foreign_key_list(?)',
  );
  const ordered = new Set<string>();
  const add = (table: string): void => {
    for (const { table: other } of references.all(table)) if (other !== table) add(other);
    ordered.add(table);
  };
  for (const { name } of rows) if (!left.has(name)) add(name);
  return [...ordered];
}

/** Copies rows in the order of their insertion: some refer to earlier ones. */
async function copyRows(source: Source, tx: Tx, table: string): Promise<void> {
  let part: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (part.length === 0) return;
    const text = `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`;
    await tx.executeQuery(CompiledQuery.raw(text, [`[${part.join(',')}]`]));
    part = [];
    length = 0;
  };
  for (const row of source.prepare(`select * from ${table} order by rowid`).iterate()) {
    const json = JSON.stringify(row);
    part.push(json);
    length += json.length;
    if (length >= PART) await flush();
  }
  await flush();
}
