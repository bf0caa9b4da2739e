/** Handlers below a path that their framework removes from the URL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import express from 'express';
import Koa from 'koa';
import { testMerchant } from '../testing/merchant.ts';
import { serveNode } from '../testing/serve.ts';
import { toExpressHandler } from './express.ts';
import { toKoaHandler } from './koa.ts';

const AT = '/back-office';
const seen: string[] = [];
const { handler } = testMerchant({
  authorize: ({ url }) => {
    seen.push(new URL(url).pathname);
    return true;
  },
});

/** Removes the path as koa-mount does. */
async function mount(context: Koa.Context, next: Koa.Next): Promise<void> {
  context.path = context.path.slice(AT.length);
  await next();
}

for (const [name, listener] of [
  ['Express', express().use(AT, toExpressHandler(handler))],
  ['Koa', new Koa().use(mount).use(toKoaHandler(handler)).callback()],
] as const) {
  test(`mounted at the path of its routes in ${name}, a handler and its hooks have the whole URL`, async () => {
    await using server = await serveNode(listener);
    assert.equal((await fetch(`${server.origin}${AT}/orders`)).status, 200);
    assert.deepEqual(seen.splice(0), [`${AT}/orders`]);
  });
}
