import { randomBytes } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { BackupError } from './backup-error.ts';

/**
 * Creates a file completely or not at all: it is written under another name, flushed to the disk, then given its name.
 * @param write fills the file at a path, which exists and is empty; only this account can read it.
 * @throws BackupError if the file exists, since no backup replaces another, or if there is no room for it.
 */
export async function writeWhole(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const folder = dirname(resolve(path));
  const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    await (await open(temporary, 'wx', 0o600)).close();
    await write(temporary);
    await flush(temporary);
    // Unlike a rename, a link never replaces another file.
    await link(temporary, path);
    await flush(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new BackupError(`There is a file at ${resolve(path)} already.`);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new BackupError(`There is no folder ${folder}.`);
    if (code === 'ENOSPC' || code === 'SQLITE_FULL')
      throw new BackupError(`There is no room on the disk for ${resolve(path)}.`);
    throw error;
  } finally {
    // SQLite leaves its journal if it runs out of room.
    for (const suffix of ['', '-journal']) await rm(temporary + suffix, { force: true });
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
