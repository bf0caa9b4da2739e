import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeProblem } from './node-version.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

test('every version of Node that the package names runs it, no older one does', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { engines } = JSON.parse(manifest) as { engines: { node: string } };
  const minimum = Number(/^>=(\d+)$/.exec(engines.node)?.[1]);
  assert.equal(nodeProblem(`${minimum}.0.0`), undefined);
  assert.equal(nodeProblem(`${minimum + 2}.1.0`), undefined);
  assert.match(nodeProblem(`${minimum - 1}.9.9`) ?? '', new RegExp(`needs Node ${minimum} or newer`));
});

test('on an older Node every command prints what it needs, before it loads anything', async () => {
  const older =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.19.0"}})';
  // Loading the commands fails, so that nothing but the message can be printed.
  const noCommands = `data:text/javascript,import{registerHooks}from"node:module";registerHooks({resolve(name,context,next){if(/run\\.ts$/.test(name))throw new Error("loaded "+name);return next(name,context)}})`;
  const args = ['--conditions=source', '--import', older, '--import', noCommands, CLI, 'serve'];
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
    execFile(process.execPath, args, (error, _, text) => resolve({ code: error?.code, stderr: text })),
  );
  assert.equal(code, 1);
  assert.match(stderr, /^The gateway needs Node \d+ or newer; this is Node 20\.19\.0\. .*\n$/);
});
