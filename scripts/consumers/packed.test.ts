/** The packed packages, installed as a stranger installs them: on three Nodes, and through three bundlers. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import webpack from 'webpack';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, '../..');
const names = ['core', 'emissions', 'server', 'elements', 'gateway'];

let project: string;

/** Packs every package and installs the tarballs, with nothing of the workspace in reach. */
before(async () => {
  project = await mkdtemp(join(tmpdir(), 'flight-offset-consumer-'));
  const tarballs = join(project, 'tarballs');
  await mkdir(tarballs);
  await cp(join(here, 'project'), project, { recursive: true });
  for (const name of names) {
    await run('pnpm', ['pack', '--pack-destination', tarballs], { cwd: join(repository, 'packages', name) });
  }
  const packed = Object.fromEntries(
    (await readdir(tarballs)).map((file) => {
      const name = names.find((candidate) => file.startsWith(`flight-offset-${candidate}-`));
      return [`@flight-offset/${name}`, `file:${join(tarballs, file)}`];
    }),
  );
  assert.equal(Object.keys(packed).length, names.length);
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', dependencies: packed }));
  const overrides = Object.entries(packed).map(([name, file]) => `  '${name}': ${file}`);
  await writeFile(join(project, 'pnpm-workspace.yaml'), `overrides:\n${overrides.join('\n')}\n`);
  const env = { ...process.env, CI: '' };
  await run('pnpm', ['install', '--prefer-offline', '--ignore-scripts', '--no-frozen-lockfile'], {
    cwd: project,
    env,
  });
});
after(() => rm(project, { recursive: true, force: true }));

describe('a backend on', () => {
  const others = createRequire(join(repository, 'scripts/runtimes/package.json'));
  const binary = (name: string): string => {
    try {
      return join(dirname(others.resolve(`${name}/package.json`)), 'bin/node');
    } catch {
      return '';
    }
  };
  const nodes: [string, string][] = [
    ['this Node', process.execPath],
    ['Node 20', binary('node-20')],
    ['Node 22', binary('node-22')],
  ];
  for (const [name, node] of nodes) {
    it(name, { skip: !existsSync(node) && 'not on this machine' }, async () => {
      const { stdout } = await run(node, ['server.js'], { cwd: project });
      assert.match(stdout, /^sound$/m);
    });
  }
});

/** Bundles a file of the project into `out`; resolves once it is there. */
const bundlers: Record<string, (entry: string, out: string) => Promise<unknown>> = {
  esbuild: (entry, out) =>
    esbuild({
      entryPoints: [join(project, entry)],
      outfile: join(out, 'page.js'),
      bundle: true,
      splitting: false,
      format: 'esm',
      platform: 'browser',
      logLevel: 'silent',
    }),
  vite: (entry, out) =>
    vite({
      root: project,
      logLevel: 'silent',
      build: { outDir: out, emptyOutDir: true, rolldownOptions: { input: join(project, entry) } },
    }),
  webpack: (entry, out) =>
    new Promise((resolve, reject) => {
      const options = {
        context: project,
        entry: `./${entry}`,
        output: { path: out },
        mode: 'production',
      } as const;
      webpack(options, (error, stats) => {
        if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString()));
        else resolve(stats);
      });
    }),
};

describe('a page through', () => {
  for (const [name, bundle] of Object.entries(bundlers)) {
    it(name, async () => {
      const out = join(project, `out-${name}`);
      await bundle('page.js', out);
      const files = (await readdir(out, { recursive: true })).filter((file) => file.endsWith('.js'));
      const text = (await Promise.all(files.map((file) => readFile(join(out, file), 'utf8')))).join('\n');
      assert.match(text, /flight-offset-widget/);
      assert.doesNotMatch(text, /x-body-signature|ZodError/, 'neither signing nor zod belongs in a page');
    });

    it(`${name}, which refuses the signing client`, async () => {
      await assert.rejects(bundle('secret-page.js', join(project, `secret-${name}`)), /OffsetClient/);
    });
  }
});
