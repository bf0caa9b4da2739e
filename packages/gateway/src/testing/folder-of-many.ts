import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';

/** Bytes that have to be free there; the databases of a run take less than a quarter of it. */
const ENOUGH = 4 * 2 ** 30;

/**
 * Where hundreds of small databases go: into memory where there is room. On a disk, making the 300 files of each takes most
 * of PostgreSQL's processor time, and SQLite waits for the disk at each commit and while a file is opened and closed.
 */
export async function folderOfMany(): Promise<string> {
  const free = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free >= ENOUGH ? IN_MEMORY : tmpdir();
}
