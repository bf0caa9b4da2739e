import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openDatabase } from '../store/open-database.ts';
import { findTextFault } from '../store/postgres/find-text-fault.ts';
import { sqlitePath } from '../store/sqlite/require-file.ts';
import { BackupError } from './backup-error.ts';
import { backUpPostgres, restorePostgres } from './postgres.ts';
import { backUpSqlite, isSqlite, restoreSqlite, sha256Of } from './sqlite.ts';
import { copyToPostgres } from './sqlite-to-postgres.ts';

/** A completed backup. */
export interface Backup {
  /** Absolute path. */
  readonly file: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Backs up a database while it is in use. The master key is not part of it.
 * @param environment for the client tools of PostgreSQL.
 * @throws BackupError
 */
export async function backUp(url: string, path: string, environment: NodeJS.ProcessEnv): Promise<Backup> {
  const database = sqlitePath(url);
  if (url.startsWith('sqlite:')) {
    if (database === undefined) throw new BackupError('A database in memory cannot be backed up.');
    await backUpSqlite(database, path);
  } else await backUpPostgres(url, path, environment);
  return { file: resolve(path), bytes: (await stat(path)).size, sha256: await sha256Of(path) };
}

/**
 * Restores a backup to a place without a database: no order is overwritten. A SQLite backup may be restored to
 * PostgreSQL.
 * @param environment for the client tools of PostgreSQL.
 * @throws BackupError
 */
export async function restore(path: string, url: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new BackupError(`There is no file ${resolve(path)}.`);
  if (found.isDirectory()) throw new BackupError(`${resolve(path)} is a folder: name the backup in it.`);
  const isFile = await isSqlite(path);
  if (!url.startsWith('sqlite:')) {
    await requireRestoreTarget(url);
    return isFile ? copyToPostgres(path, url) : restorePostgres(path, url, environment);
  }
  if (!isFile)
    throw new BackupError(
      `DATABASE_URL names a SQLite database; ${resolve(path)} is no backup of one. Nothing moves from PostgreSQL to SQLite.`,
    );
  const database = sqlitePath(url);
  if (database === undefined) throw new BackupError('A backup cannot be restored to a database in memory.');
  await restoreSqlite(path, database);
}

/**
 * Checks the target of a restore. @throws BackupError if a PostgreSQL database is not empty, or is unsuitable for the
 * gateway's text.
 */
async function requireRestoreTarget(url: string): Promise<void> {
  const db = openDatabase(url, { poolSize: 1 });
  try {
    const tables = await db.kysely.introspection.getTables();
    if (tables.length > 0)
      throw new BackupError('The database is not empty. Restore into a new one, and set DATABASE_URL to it.');
    const fault = await findTextFault(db.kysely);
    if (fault !== undefined) throw new BackupError(fault);
  } finally {
    await db.close();
  }
}
