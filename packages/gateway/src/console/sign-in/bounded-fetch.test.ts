import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import { type Loopback, listenOnLoopback } from '../../testing/loopback.ts';
import { boundedFetch } from './bounded-fetch.ts';

const MAX = 1024 * 1024;

let provider: Loopback;
/** Resolves once the client has left a body that never ends. */
const left = Promise.withResolvers<void>();

before(async () => {
  provider = await listenOnLoopback(
    createServer((request, response) => {
      if (request.url === '/moved') return void response.writeHead(302, { location: '/whole' }).end();
      if (request.url === '/none') return void response.writeHead(204).end();
      response.writeHead(request.url === '/refused' ? 400 : 200, { 'content-type': 'application/json' });
      if (request.url !== '/endless') return void response.end('x'.repeat(MAX));
      const write = (): void => void (response.write('x'.repeat(65_536)) && setImmediate(write));
      response.on('drain', write).on('close', () => left.resolve());
      write();
    }),
  );
});
after(() => provider.close());

it('returns a response of at most 1 MiB unchanged', async () => {
  for (const [path, status] of [
    ['/whole', 200],
    ['/refused', 400],
  ] as const) {
    const response = await boundedFetch(provider.url + path, {});
    assert.deepEqual([response.status, response.headers.get('content-type')], [status, 'application/json']);
    assert.equal((await response.text()).length, MAX);
  }
  const moved = await boundedFetch(`${provider.url}/moved`, { redirect: 'manual' });
  assert.deepEqual([moved.status, moved.headers.get('location')], [302, '/whole']);
  assert.equal((await boundedFetch(`${provider.url}/none`, {})).status, 204);
});

it('stops reading a body that never ends, and closes its connection', async () => {
  await assert.rejects(boundedFetch(`${provider.url}/endless`, {}), /more than 1048576 bytes/);
  await left.promise;
});
