/** What few requests need is loaded with the first of them: it is most of what a process would load to start. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

const LATE = ['undici', 'stripe', 'pdfkit', 'openid-client', 'qrcode'];

/** Starts a gateway, responds to a request, and prints the packages that were loaded for it. */
const SCRIPT = `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
    if (name) loaded.add(name);
    return next(url, context);
  },
});
const { startGateway } = await import(${JSON.stringify(new URL('./gateway.ts', import.meta.url).href)});
const gateway = await startGateway();
await (await fetch(gateway.url + '/healthz')).text();
console.log(JSON.stringify([...loaded]));
await gateway.close();
`;

it('a gateway starts without what sends webhooks, makes PDFs, and the SDK of a provider', async () => {
  const args = ['--conditions=source', '--input-type=module', '-e', SCRIPT];
  const { stdout } = await run(process.execPath, args);
  const loaded = JSON.parse(stdout);
  assert.ok(loaded.includes('hono'), 'nothing was recorded');
  assert.deepEqual(
    LATE.filter((name) => loaded.includes(name)),
    [],
  );
});
