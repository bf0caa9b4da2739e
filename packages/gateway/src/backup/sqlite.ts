import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import SqliteDatabase from 'better-sqlite3';
import { chownLikeFolder } from '../store/sqlite/file-permissions.ts';
import { BackupError } from './backup-error.ts';
import { UNRESTORED_TABLES } from './unrestored-tables.ts';
import { writeWhole } from './whole-file.ts';

const HEADER = 'SQLite format 3\0';
/** Time to wait for another process that has locked the file, milliseconds. */
const WAIT_MS = 5000;

/** Whether a file is a SQLite database, by its first bytes. */
export async function isSqlite(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0);
    return bytesRead === HEADER.length && buffer.toString('latin1') === HEADER;
  } finally {
    await file.close();
  }
}

/** Copies the current state of a database; a process that serves from it goes on reading and writing. */
export async function backUpSqlite(database: string, path: string): Promise<void> {
  await writeWhole(path, async (temporary) => {
    const db = new SqliteDatabase(database, { fileMustExist: true, timeout: WAIT_MS });
    try {
      // One read transaction: unlike the backup API, it never restarts when another process writes.
      db.prepare('vacuum into ?').run(temporary);
    } finally {
      db.close();
    }
    requireSound(temporary);
  });
}

/**
 * Copies a backup to a path without a database.
 * @throws BackupError if there is a database, or the backup is damaged or incomplete.
 */
export async function restoreSqlite(backup: string, database: string): Promise<void> {
  await requireWhole(backup);
  // SQLite would take files of an earlier database for part of this one.
  for (const suffix of ['-wal', '-shm', '-journal']) {
    if (existsSync(database + suffix))
      throw new BackupError(`There is a file at ${database + suffix}: move it away with its database.`);
  }
  await writeWhole(database, async (temporary) => {
    await copyFile(backup, temporary);
    requireSound(temporary);
    emptyUnrestoredTables(temporary);
    chownLikeFolder(temporary);
  });
}

/**
 * Checks that a backup is a single file, as `backup` makes it. A copy of a database's files, such as a snapshot of the
 * disk, has its latest orders in a log beside it.
 * @throws BackupError if there is such a log that is not empty.
 */
export async function requireWhole(backup: string): Promise<void> {
  for (const suffix of ['-wal', '-journal']) {
    const log = resolve(backup + suffix);
    if (!existsSync(log) || (await stat(log)).size === 0) continue;
    throw new BackupError(
      `A part of this database is in ${log}. Set DATABASE_URL to sqlite:${resolve(backup)}, run \`backup FILE\`, and restore that file.`,
    );
  }
}

/**
 * Checks a database. @throws BackupError, which calls it `name`, if it cannot be read, or if its pages contradict each
 * other.
 */
export function requireSound(path: string, name = 'The copy'): void {
  // Not read-only: reading a plain copy of a file in use would leave a log beside it.
  const db = new SqliteDatabase(path);
  try {
    const found = db.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') throw new BackupError(`${name} is damaged: ${found}`);
  } catch (error) {
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error;
    throw new BackupError(`${name} cannot be read: ${error.message}`);
  } finally {
    db.close();
  }
}

/** Empties the tables that must not be restored; an earlier gateway did not have all of them. */
function emptyUnrestoredTables(path: string): void {
  const db = new SqliteDatabase(path);
  try {
    const tables = db.prepare('select name from sqlite_schema where name = ?');
    for (const table of UNRESTORED_TABLES) if (tables.get(table)) db.exec(`delete from ${table}`);
  } finally {
    db.close();
  }
}

/** Calculates the SHA-256 of a file, hexadecimal: to compare copies of a backup. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
