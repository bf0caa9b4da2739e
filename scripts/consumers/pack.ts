import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

/** The published packages, in the order of their dependencies. */
export const PACKAGES = ['core', 'emissions', 'server', 'elements', 'console', 'gateway'] as const;

/** Folder of tarballs packed for all test files of a run. */
const { TEST_TARBALLS: PACKED } = process.env;

/**
 * Packs every built package into a folder: anew, or copied from the tarballs of the whole run.
 * @returns Paths of the tarballs, by name of the package.
 */
export async function pack(into: string): Promise<Record<string, string>> {
  if (PACKED === undefined) await packAnew(into);
  else await cp(PACKED, into, { recursive: true });
  const files = await readdir(into);
  return Object.fromEntries(
    PACKAGES.map((name) => {
      const file = files.find((one) => one.startsWith(`flight-offset-${name}-`));
      if (!file) throw new Error(`${name} was not packed`);
      return [`@flight-offset/${name}`, join(into, file)];
    }),
  );
}

/** Packs every built package into a folder, even if packed before. */
export async function packAnew(into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  // The output of `pnpm build`: bundling again would collide with others that pack at the same time.
  const args = ['pack', '--ignore-scripts', '--pack-destination', into];
  for (const name of PACKAGES) await run('pnpm', args, { cwd: packages + name });
}

/** Packs every package into a folder under a name without its version: `core.tgz`, `server.tgz` and so on. */
export async function packUnversioned(into: string): Promise<Record<string, string>> {
  const packed = Object.entries(await pack(into)).map(async ([name, path]) => {
    const file = join(into, `${name.split('/')[1]}.tgz`);
    await rename(path, file);
    return [name, file] as const;
  });
  return Object.fromEntries(await Promise.all(packed));
}
