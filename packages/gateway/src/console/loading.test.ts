/** A gateway does not load its console before somebody opens it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Starts a gateway, requests a page of each kind, and prints the loaded modules of the console after each. */
const SCRIPT = `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    if (/\\/packages\\/console\\/|\\/gateway\\/src\\/console\\/|d3-scale|openid-client/.test(url)) loaded.add(url.replace(/^.*\\/(?=packages|node_modules)/, ''));
    return next(url, context);
  },
});
const { startGateway } = await import(${JSON.stringify(new URL('../gateway.ts', import.meta.url).href)});
const gateway = await startGateway();
await (await fetch(gateway.url + '/healthz')).text();
const before = [...loaded];
const { status } = await fetch(gateway.url + '/console');
console.log(JSON.stringify({ before, status, after: loaded.size }));
await gateway.close();
`;

it('the console is loaded by its first request', async () => {
  const { stdout } = await run(process.execPath, [
    '--conditions=source',
    '--input-type=module',
    '-e',
    SCRIPT,
  ]);
  const { before, status, after } = JSON.parse(stdout);
  assert.deepEqual(
    before.filter((url: string) => !url.endsWith('/console/routes.ts')),
    [],
  );
  assert.equal(status, 401);
  assert.ok(after > 50, `${after} modules`);
});
