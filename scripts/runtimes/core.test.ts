/** Core's portable test, bundled once and run on each runtime of this machine. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const inModules = (path: string): string => join(here, 'node_modules', path);

const folder = await mkdtemp(join(tmpdir(), 'flight-offset-runtimes-'));
after(() => rm(folder, { recursive: true }));

/** Bundles one file without imports, which calls the portable test by `entry`. */
async function bundle(name: string, entry: string): Promise<string> {
  const outfile = join(folder, name);
  await build({
    stdin: {
      contents: `import { portable } from './portable.ts';\n${entry}`,
      resolveDir: join(here, '../../packages/core/test'),
    },
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['source'],
    logLevel: 'error',
  });
  return outfile;
}

const script = await bundle('script.mjs', 'console.log(await portable(), "held");');

const runtimes: [string, string, string[]][] = [
  ['this Node', process.execPath, []],
  ['Node 20', inModules('node-20/bin/node'), []],
  ['Node 22', inModules('node-22/bin/node'), []],
  ['Bun', inModules('@oven/bun-linux-x64/bin/bun'), []],
  ['Deno', inModules('@deno/linux-x64-glibc/deno'), ['run', '--no-remote']],
];

describe('core holds on', () => {
  for (const [name, binary, args] of runtimes) {
    it(name, { skip: !existsSync(binary) && 'not on this machine' }, async () => {
      const { stdout } = await run(binary, [...args, script]);
      assert.match(stdout, /^\d{2,} held$/m);
    });
  }

  const workerd = inModules('@cloudflare/workerd-linux-64/bin/workerd');
  it('workerd', { skip: !existsSync(workerd) && 'not on this machine' }, async () => {
    await bundle('worker.mjs', 'export default { async test() { console.log(await portable(), "held"); } };');
    const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-11-01",
);
`;
    await writeFile(join(folder, 'config.capnp'), config);
    const { stdout, stderr } = await run(workerd, ['test', join(folder, 'config.capnp')]);
    assert.match(stdout + stderr, /\d{2,} held/);
  });
});
