import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const GATEWAY = new URL('gateway.ts', import.meta.url).href;

/** Starts a gateway of the sandbox, and prints every module that was loaded for it. */
const SCRIPT = `
import { registerHooks } from 'node:module';
const urls = [];
registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context); } });
const { startGateway } = await import(${JSON.stringify(GATEWAY)});
await (await startGateway()).close();
console.log(JSON.stringify(urls));
`;

it('a gateway starts without the modules that few requests need: the SDK of Stripe, the maker of PDF files', async () => {
  const args = ['--conditions=source', '--input-type=module', '--eval', SCRIPT];
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 1e7 });
  const urls = JSON.parse(stdout) as string[];
  assert.ok(urls.length > 300);
  for (const name of ['stripe', 'pdfkit', 'fontkit', 'qrcode'])
    assert.deepEqual(
      urls.filter((url) => url.includes(`/node_modules/${name}/`)),
      [],
      name,
    );
});
