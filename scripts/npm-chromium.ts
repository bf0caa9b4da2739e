import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;

/** Makes the package also unpack the libraries that a small machine lacks: it checks the name of its runtime. */
const SMALL_MACHINE = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

/** Starts the browser with the libraries and the fonts that came with it. */
const WITH_LIBRARIES = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

/** The package's own configuration names only folders of Lambda. Without any font a page never finishes. */
const FONTS = `<?xml version="1.0"?>
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Finds the Chromium that npm brought, which is the same on every machine: its headless shell, without code only for a
 * window. It is unpacked once, in a hidden folder: the package itself accepts a file that another process is still
 * writing, or left half-written, as complete. A machine with little more than Node lacks some libraries, or any font:
 * there it runs with those of the package.
 * @returns Path of the executable; undefined if it does not run here.
 */
export async function npmChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const folder = join(ROOT, 'node_modules', '.cache', `chromium-${version}-with-libraries`);
  const [path, withLibraries] = [join(folder, 'chromium'), join(folder, 'chromium-with-libraries')];
  if (!existsSync(path)) await unpackInto(folder);
  if (existsSync('/etc/fonts/fonts.conf') && (await canRun(path))) return path;
  return (await canRun(withLibraries)) ? withLibraries : undefined;
}

async function unpackInto(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  try {
    // The package unpacks into the system's folder for temporary files.
    const env = { ...process.env, ...SMALL_MACHINE, TMPDIR: own };
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: ROOT,
      env,
    });
    await writeFile(join(own, 'fonts.conf'), FONTS);
    await writeFile(join(own, 'chromium-with-libraries'), WITH_LIBRARIES, { mode: 0o755 });
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** Tests whether an executable starts: it may lack a library. */
async function canRun(path: string): Promise<boolean> {
  return promisify(execFile)(path, ['--version']).then(
    () => true,
    () => false,
  );
}
