import fs, { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasCode } from '../error-code.ts';

/** Suffixes of the files of a database; SQLite gives new ones the permissions of the database. */
const SUFFIXES = ['', '-wal', '-shm'];

/** Creates the file of a SQLite database, and its folder, if it does not exist. */
export function makeFile(path: string, mode: number): void {
  makeFolder(dirname(resolve(path)));
  try {
    // Only a new file is opened here: closing one that SQLite has open would release its locks.
    closeSync(openSync(path, 'wx', mode));
    chownLikeFolder(path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST', 'EROFS', 'EACCES')) throw error;
  }
}

/** Gives a file that root created to the owner of its folder: the account that serves could not open root's file. */
export function chownLikeFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(resolve(path)));
  try {
    chownSync(path, uid, gid);
  } catch (error) {
    // Root in a container, or on another machine's disk, may not be allowed to.
    if (!hasCode(error, 'EPERM')) throw error;
  }
}

/** Gives the files of a SQLite database the same permissions. */
export function setPermissions(path: string, mode: number): void {
  for (const suffix of SUFFIXES) {
    try {
      chmodSync(path + suffix, mode);
    } catch (error) {
      // An account that may use the file without owning it keeps the owner's permissions.
      if (!hasCode(error, 'ENOENT', 'EPERM', 'EROFS')) throw error;
    }
  }
}

/** Creates a folder and its parents. Node's own `recursive` never returns if no account may create one, as in /proc. */
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

/** Makes the names in a folder survive a power loss. SQLite does so only for its own files. */
function flushFolder(path: string): void {
  try {
    const descriptor = openSync(path, 'r');
    try {
      fs.fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // This account may not read the folder, or the system cannot flush folders: SQLite goes on in both cases.
  }
}
