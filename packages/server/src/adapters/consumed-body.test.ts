/** Bodies that something has consumed before the handler. */
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import Koa from 'koa';
import type { OffsetHandler } from '../handler.ts';
import { testMerchant, ZRH_SFO } from '../testing/merchant.ts';
import { serveNode } from '../testing/serve.ts';
import { toExpressHandler } from './express.ts';
import { toHonoHandler } from './hono.ts';
import { toKoaHandler } from './koa.ts';
import { toNodeHandler } from './node.ts';

// The log repeats the advice; here it would only be noise.
before(() => void mock.method(console, 'error', () => undefined));
after(() => mock.restoreAll());

const handler: OffsetHandler = testMerchant().handler;

async function parsedKoa(context: Koa.Context, next: Koa.Next): Promise<void> {
  for await (const _chunk of context.req);
  Object.assign(context.request, { body: {} });
  await next();
}

const CONSUMERS: readonly [name: string, listener: Parameters<typeof serveNode>[0], fix: RegExp][] = [
  [
    'Express behind express.json()',
    express().use(express.json()).use(toExpressHandler(handler)),
    /before express\.json\(\).*verify.*rawBody/s,
  ],
  [
    'Node after a part of the body was read',
    async (incoming, outgoing) => {
      await incoming.iterator({ destroyOnReturn: false }).next();
      await toNodeHandler(handler)(incoming, outgoing);
    },
    /keep the bytes/,
  ],
  [
    'Koa behind a parser that keeps nothing',
    new Koa().use(parsedKoa).use(toKoaHandler(handler)).callback(),
    /ctx\.request\.rawBody/,
  ],
  [
    'Hono behind middleware that reads c.req.raw',
    getRequestListener(
      new Hono()
        .use(async (context, next) => {
          await context.req.raw.text();
          await next();
        })
        .all('/*', toHonoHandler(handler)).fetch,
    ),
    /c\.req\.text\(\)/,
  ],
];

for (const [name, listener, fix] of CONSUMERS) {
  test(`${name} is reported with its fix, and does not hang`, async () => {
    await using server = await serveNode(listener);
    const response = await fetch(`${server.origin}/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ flights: [ZRH_SFO] }),
      signal: AbortSignal.timeout(120_000),
    });
    const { code, message } = (await response.json()) as { code: string; message: string };
    assert.deepEqual([response.status, code], [500, 'internal']);
    assert.match(message, fix);
  });
}

test('responds to a preflight, which has no body, behind middleware that reads every body', async () => {
  await using server = await serveNode(async (incoming, outgoing) => {
    for await (const _chunk of incoming);
    await toNodeHandler(handler)(incoming, outgoing);
  });
  assert.equal((await fetch(`${server.origin}/quote`, { method: 'OPTIONS' })).status, 204);
});

test('a target that looks like another host stays a path', async () => {
  await using server = await serveNode(toNodeHandler(handler));
  const response = await fetch(`${server.origin}//evil.example//quote`, { method: 'POST' });
  assert.equal(response.status, 415);
});

test('responds with 500 and the fix to a request whose body was read before the handler', async () => {
  const request = new Request('https://merchant.example/quote', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await request.text();
  const response = await handler(request);
  assert.equal(response.status, 500);
  assert.match(((await response.json()) as { message: string }).message, /before any body parser/);
});

async function textOfKoa(context: Koa.Context, next: Koa.Next): Promise<void> {
  const rawBody = (await context.req.setEncoding('utf8').toArray()).join('');
  Object.assign(context.request, { rawBody });
  await next();
}

for (const [name, listener] of [
  [
    'Express',
    express()
      .use(express.text({ type: () => true }))
      .use(toExpressHandler(handler)),
  ],
  ['Koa', new Koa().use(textOfKoa).use(toKoaHandler(handler)).callback()],
] as const) {
  test(`reads the text that a parser of ${name} kept in place of the body`, async () => {
    await using server = await serveNode(listener);
    const response = await fetch(`${server.origin}/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ flights: [ZRH_SFO] }),
    });
    assert.equal(response.status, 200);
  });
}
