import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Bytes per write when a disk is filled. */
const PIECE = 1 << 20;

/** A small disk. */
export interface SmallDisk {
  readonly path: string;
  /** Fills the disk. */
  fill(): Promise<void>;
  /** Replaces it with a larger one that has the same files. */
  grow(megabytes: number): Promise<void>;
  remove(): Promise<void>;
}

/** Mounts a small disk in memory. @returns undefined if this account may not mount. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-disk-'));
  const path = join(folder, 'disk');
  const ballast = join(path, 'ballast');
  // A server runs under another account.
  await chmod(folder, 0o755);
  await mkdir(path);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
  return {
    path,
    async fill() {
      const file = await open(ballast, 'w');
      try {
        while (true) await file.write(Buffer.alloc(PIECE));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    async grow(larger) {
      await run('mount', ['-o', `remount,size=${larger}m`, path]);
    },
    async remove() {
      await run('umount', [path]);
      await rm(folder, { recursive: true });
    },
  };
}
