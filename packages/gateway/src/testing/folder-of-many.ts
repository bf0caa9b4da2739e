import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Folder of files that Linux keeps in memory. */
const IN_MEMORY = '/dev/shm';

/** Free bytes required there; the databases of a run take less than a quarter of it. */
const ENOUGH = 4 * 2 ** 30;

/**
 * Makes a folder for hundreds of small databases: in memory if there is room. On a disk, making the 300 files of each
 * takes most of PostgreSQL's processor time, and SQLite waits for the disk at each commit and when a file is opened or
 * closed.
 */
export async function folderOfMany(): Promise<string> {
  const free = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free >= ENOUGH ? IN_MEMORY : tmpdir();
}
