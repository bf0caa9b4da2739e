import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasCode } from './error-code.ts';

/** What SQLite keeps beside a database; it gives new ones the permissions of the database. */
const SUFFIXES = ['', '-wal', '-shm'];

/** Makes the file of a SQLite database with its folder, or gives those that are there the same permissions. */
export function setPermissions(path: string, mode: number): void {
  mkdirSync(dirname(resolve(path)), { recursive: true, mode: 0o700 });
  try {
    // Only a file that is new is opened here: closing one that SQLite has open would take its locks.
    closeSync(openSync(path, 'wx', mode));
  } catch (error) {
    if (!hasCode(error, 'EEXIST', 'EROFS', 'EACCES')) throw error;
  }
  for (const suffix of SUFFIXES) {
    try {
      chmodSync(path + suffix, mode);
    } catch (error) {
      // Whoever may use the file without owning it keeps to what its owner chose.
      if (!hasCode(error, 'ENOENT', 'EPERM', 'EROFS')) throw error;
    }
  }
}
