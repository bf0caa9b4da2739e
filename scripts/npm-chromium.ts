import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;

/**
 * The Chromium that npm brought, which is the same on every machine: its headless shell, without what only a window
 * needs. It is unpacked once, out of sight: the package itself takes a file that another process is still writing, or that
 * was left half-written, for the whole.
 * @returns path of the executable; undefined where it does not run here.
 */
export async function npmChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const folder = join(ROOT, 'node_modules', '.cache', `chromium-${version}`);
  const path = join(folder, 'chromium');
  if (!existsSync(path)) await unpackInto(folder);
  return (await runs(path)) ? path : undefined;
}

async function unpackInto(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  try {
    // The package unpacks into the system's folder for temporary files.
    const env = { ...process.env, TMPDIR: own };
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: ROOT,
      env,
    });
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** Whether an executable starts: it may lack a library. */
async function runs(path: string): Promise<boolean> {
  return promisify(execFile)(path, ['--version']).then(
    () => true,
    () => false,
  );
}
