import fs, { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasCode } from '../error-code.ts';

/** What SQLite keeps beside a database; it gives new ones the permissions of the database. */
const SUFFIXES = ['', '-wal', '-shm'];

/** Makes the file of a SQLite database where there is none, with its folder. */
export function makeFile(path: string, mode: number): void {
  makeFolder(dirname(resolve(path)));
  try {
    // Only a file that is new is opened here: closing one that SQLite has open would take its locks.
    closeSync(openSync(path, 'wx', mode));
    giveToFolder(path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST', 'EROFS', 'EACCES')) throw error;
  }
}

/** Has a file that root made belong to whoever owns its folder: who serves there could not open one of root's. */
export function giveToFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(resolve(path)));
  try {
    chownSync(path, uid, gid);
  } catch (error) {
    // Root of a container, or of a disk of another machine, may not.
    if (!hasCode(error, 'EPERM')) throw error;
  }
}

/** Gives the files of a SQLite database the same permissions. */
export function setPermissions(path: string, mode: number): void {
  for (const suffix of SUFFIXES) {
    try {
      chmodSync(path + suffix, mode);
    } catch (error) {
      // Whoever may use the file without owning it keeps to what its owner chose.
      if (!hasCode(error, 'ENOENT', 'EPERM', 'EROFS')) throw error;
    }
  }
}

/** Makes a folder with those above it. Node's own `recursive` never returns where the system lets nobody make one, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  flushFolder(dirname(path));
}

/** Has the names in a folder outlive a loss of power. SQLite does so for those of its own files alone. */
function flushFolder(path: string): void {
  try {
    const descriptor = openSync(path, 'r');
    try {
      fs.fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // A folder that this account may not read, or a system that flushes no folders: SQLite goes on there too.
  }
}
