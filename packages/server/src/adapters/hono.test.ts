import assert from 'node:assert/strict';
import test from 'node:test';
import { Hono } from 'hono';
import { toHonoHandler } from './hono.ts';

const REQUEST = new Request('https://merchant.example/offset/config');
const app = new Hono().all(
  '/offset/*',
  toHonoHandler(async () => new Response('ok')),
);

test('on Workers finishes a response after its traveller left: others may wait for the same call', async () => {
  const kept: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void kept.push(promise);
  const response = await app.fetch(REQUEST, {}, { waitUntil, passThroughOnException: () => {}, props: {} });
  assert.equal(await response.text(), 'ok');
  assert.equal(kept.length, 1);
  assert.ok((await kept[0]) instanceof Response);
});

test('responds where there is no waitUntil, as on Node', async () => {
  assert.equal(await (await app.fetch(REQUEST)).text(), 'ok');
});

for (const way of ['text', 'json', 'arrayBuffer', 'blob'] as const)
  test(`a body that middleware has read by c.req.${way}() arrives as it came`, async () => {
    const { fetch } = new Hono()
      .use(async ({ req }, next) => {
        await req[way]();
        await next();
      })
      .all(
        '/offset/*',
        toHonoHandler(async (request) => new Response(`${request.method} ${await request.text()}`)),
      );
    const response = await fetch(new Request(REQUEST, { method: 'POST', body: '{ "a": 1 }' }));
    assert.equal(await response.text(), 'POST { "a": 1 }');
  });
