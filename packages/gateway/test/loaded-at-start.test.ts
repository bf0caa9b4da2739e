/** Rarely needed modules are loaded by the first request for them: they would be most of a start. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundleInto, makeBundleFolder } from '../scripts/bundler.ts';

/** Maximum files and bytes that a start loads; 54 and 1,475,000 on 22 November 2026, when the bounds were set. */
const MAX_FILES = 60;
const MAX_BYTES = 1_550_000;

/** Modules that no start loads, by a part of their path. */
const LATE = [
  '/node_modules/@expo-google-fonts/',
  '/node_modules/csv-parse/',
  '/node_modules/fontkit/',
  '/node_modules/openid-client/',
  '/node_modules/pdfkit/',
  '/node_modules/pg/',
  '/node_modules/stripe/',
  '/node_modules/undici/',
  '/node_modules/uqr/',
  '/packages/console/src/pages/',
  '/packages/core/src/openapi/',
  '/packages/emissions/src/data/',
  '/packages/gateway/src/cli/commands/doctor.ts',
];

/** Prints loaded files, one per line. */
const RECORDER = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) writeSync(2, url + '\\n');
    return next(url, context);
  },
});
`)}`;

/** Lists paths of the files that a gateway loads until it listens. */
async function filesLoadedBy(cli: string): Promise<string[]> {
  const args = ['--import', RECORDER, cli, 'serve', '--sandbox', '--port', '0'];
  const environment = { DATABASE_URL: 'sqlite::memory:', NODE_DISABLE_COMPILE_CACHE: '1' };
  const child = spawn(process.execPath, args, { env: { ...process.env, ...environment } });
  let loaded = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    loaded += text;
  });
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text;
    if (printed.includes('Sandbox at')) child.kill('SIGINT');
  }
  assert.match(printed, /Sandbox at/, loaded);
  return loaded
    .trim()
    .split('\n')
    .map((url) => fileURLToPath(url));
}

describe('to start, the published gateway', { timeout: 600_000 }, () => {
  let folder: string;
  let loaded: string[];
  /** Loaded modules, including those inside the files of the bundle. */
  let modules: string[];
  before(async () => {
    folder = await makeBundleFolder('start');
    const output = await bundleInto(folder);
    loaded = await filesLoadedBy(join(folder, 'cli.js'));
    const inside = output.flatMap((one) =>
      one.type === 'chunk' && loaded.includes(join(folder, one.fileName)) ? one.moduleIds : [],
    );
    modules = [...loaded, ...inside];
  });
  after(() => rm(folder, { recursive: true }));

  it('loads few files and few bytes', async (context) => {
    const texts = await Promise.all(loaded.map((path) => readFile(path)));
    const bytes = texts.reduce((sum, text) => sum + text.length, 0);
    context.diagnostic(`${loaded.length} files, ${bytes} bytes`);
    assert.ok(loaded.length <= MAX_FILES, `${loaded.length} files`);
    assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
    for (const part of ['/node_modules/better-sqlite3/', '/node_modules/hono/', '/gateway/src/start.ts'])
      assert.ok(
        modules.some((path) => path.includes(part)),
        `${part} was not recorded`,
      );
  });

  for (const part of LATE)
    it(`does not load ${part}`, () =>
      assert.deepEqual(
        modules.filter((path) => path.includes(part)),
        [],
      ));

  it('loads no file of the bundle that V8 would keep in two bytes per character', async () => {
    for (const path of loaded.filter((one) => one.startsWith(folder)))
      assert.match(await readFile(path, 'utf8'), /^[\0-\x7f]*$/, path);
  });
});
