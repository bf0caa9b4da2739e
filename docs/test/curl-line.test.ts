/** The cURL command of the API explorer, pasted into a shell: it sends the bytes and headers that the page signed. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { curlLine } from '../.vitepress/theme/sandbox/curl-line.ts';
import { skipWithout } from './skip-without.ts';

const skip = skipWithout([['curl', '--version']]);

test('the curl command sends any body unchanged', { skip }, async (t) => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  t.after(() => server.close().closeAllConnections());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const body of [
    '@/dev/null',
    `{"name":"O'Brien \\"x\\" $HOME \`id\` !!"}`,
    '{"name":\r\n\t"日本 😀"}\n',
    '',
  ]) {
    const line = curlLine('POST', url, { 'content-type': 'application/json', 'x-name': "it's" }, body);
    await promisify(execFile)('sh', ['-c', line]);
    assert.equal(received.at(-1)?.body, body);
    assert.equal(received.at(-1)?.headers['x-name'], "it's");
  }
});
