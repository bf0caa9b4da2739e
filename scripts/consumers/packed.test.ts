/** The packed packages, installed outside the workspace: on three Nodes, with a compiler and three bundlers. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import webpack from 'webpack';
import { installOutside, type OutsideProject } from './outside-project.ts';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
let installed: OutsideProject;
let project: string;

before(async () => {
  installed = await installOutside('bare');
  project = installed.folder;
});
after(() => installed?.remove());

describe('a backend on', () => {
  const others = createRequire(join(here, '../runtimes/package.json'));
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

it('the types compile without those of a browser', async () => {
  const { code, output } = await installed.exec('tsc', '--pretty', 'false');
  assert.equal(code, 0, output);
});

it('server components may use the React components', async () => {
  for (const name of ['index', 'back-office']) {
    const path = join(project, `node_modules/@flight-offset/elements/dist/react/${name}.js`);
    assert.match(await readFile(path, 'utf8'), /^["']use client["'];/, name);
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
