import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import SqliteDatabase from 'better-sqlite3';
import { BackupError } from './backup-error.ts';
import { writeWhole } from './whole-file.ts';

const HEADER = 'SQLite format 3\0';
/** How long it waits for another process that has the file locked, milliseconds. */
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

/** Copies a database as it is at this moment; whoever serves from it goes on reading and writing. */
export async function backUpSqlite(database: string, path: string): Promise<void> {
  await writeWhole(path, async (temporary) => {
    const db = new SqliteDatabase(database, { fileMustExist: true, timeout: WAIT_MS });
    try {
      // One read transaction: unlike the backup API it never begins anew because somebody writes.
      db.prepare('vacuum into ?').run(temporary);
    } finally {
      db.close();
    }
    requireSound(temporary);
  });
}

/**
 * Puts a backup where there is no database yet.
 * @throws BackupError where there is one, or the backup is damaged.
 */
export async function restoreSqlite(backup: string, database: string): Promise<void> {
  // What an earlier database left beside its file would be taken for part of this one.
  for (const suffix of ['-wal', '-shm', '-journal']) {
    if (existsSync(database + suffix))
      throw new BackupError(`There is a file at ${database + suffix}: move it away with its database.`);
  }
  await writeWhole(database, async (temporary) => {
    await copyFile(backup, temporary);
    requireSound(temporary);
  });
}

/** @throws BackupError where the pages of a database contradict each other. */
function requireSound(path: string): void {
  const db = new SqliteDatabase(path, { readonly: true });
  try {
    const found = db.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') throw new BackupError(`The copy is damaged: ${found}`);
  } finally {
    db.close();
  }
}

/** SHA-256 of a file, hexadecimal: to compare copies of a backup. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
