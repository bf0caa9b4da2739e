import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The origin that the site is built for. */
export const ORIGIN = 'https://docs.example.com';

/** Refuses built packages: the site is built from their sources, in a fresh clone too. */
const WITHOUT_BUILD = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (/\\/packages\\/\\w+\\/dist\\//.test(url)) throw new Error('the site needs a build: ' + url);
    return next(url, context);
  },
});`;

let built: Promise<string> | undefined;

/**
 * Builds the site as plain files, as in CONTRIBUTING: once for all test files of a process, which deletes it when it
 * ends.
 * @returns Path of the folder.
 */
export function buildSite(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'flight-offset-docs-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  await promisify(execFile)('pnpm', ['run', 'site', '--outDir', folder, '--logLevel', 'warn'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      ...process.env,
      DOCS_ORIGIN: ORIGIN,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WITHOUT_BUILD)}`,
    },
  });
  return folder;
}
