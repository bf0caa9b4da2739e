import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { satisfies } from 'semver';
import { nodeProblem } from './node-version.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

test('accepts exactly the versions of Node that package.json names', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { engines } = JSON.parse(manifest) as { engines: { node: string } };
  for (let major = 20; major < 30; major++)
    for (let minor = 0; minor < 40; minor++) {
      const version = `${major}.${minor}.0`;
      assert.equal(nodeProblem(version) === undefined, satisfies(version, engines.node), version);
    }
  assert.match(
    nodeProblem('22.18.1') ?? '',
    /^The gateway needs Node 22\.19, 24 or newer; this is Node 22\.18\.1\./,
  );
});

test('every command prints the Node version it needs on an older Node, before it loads anything', async () => {
  const older =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.19.0"}})';
  // Loading the commands fails, so that only the message can be printed.
  const noCommands = `data:text/javascript,import{registerHooks}from"node:module";registerHooks({resolve(name,context,next){if(/run\\.ts$/.test(name))throw new Error("loaded "+name);return next(name,context)}})`;
  const args = ['--conditions=source', '--import', older, '--import', noCommands, CLI, 'serve'];
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
    execFile(process.execPath, args, (error, _, text) => resolve({ code: error?.code, stderr: text })),
  );
  assert.equal(code, 1);
  assert.match(stderr, /^The gateway needs Node 22\.19, 24 or newer; this is Node 20\.19\.0\. .*\n$/);
});
