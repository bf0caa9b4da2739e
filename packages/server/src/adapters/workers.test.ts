import assert from 'node:assert/strict';
import test from 'node:test';
import type { OffsetHandlerOptions } from '../handler-options.ts';
import { memoryStore } from '../stores/memory.ts';
import { createBareService } from '../testing/bare-service.ts';
import { toWorkersHandler } from './workers.ts';

const { fetch } = createBareService('https://service.example');
const service: OffsetHandlerOptions['service'] = {
  baseUrl: 'https://service.example',
  apiKey: 'key',
  signingKey: 'a-secret-of-a-test',
  platformId: 'platform',
  fetch: (input, init) => fetch(new Request(input, init)),
};

test('a response is finished although its traveller left: others may wait for what it requested', async () => {
  const worker = toWorkersHandler(() => ({ service }));
  const kept: Promise<unknown>[] = [];
  const request = new Request('https://merchant.example/offset/orders/x/status');
  const response = await worker.fetch(request, {}, { waitUntil: (promise) => void kept.push(promise) });
  assert.equal(response.status, 404);
  assert.deepEqual(await Promise.all(kept), [response]);
});

test('the options are made once for each environment; its cron trigger reconciles, and reports where it cannot', async () => {
  const [one, other] = [{}, {}];
  const made: object[] = [];
  const reported: string[] = [];
  const listPending = () => Promise.reject(new Error('the store is down'));
  const worker = toWorkersHandler((env: object) => {
    made.push(env);
    const onError: OffsetHandlerOptions['onError'] = (_, { operation }) => void reported.push(operation);
    return { service, store: { ...memoryStore(), listPending }, onError };
  });
  const kept: Promise<unknown>[] = [];
  const context = { waitUntil: (promise: Promise<unknown>) => void kept.push(promise) };
  for (const env of [one, one, other])
    await worker.fetch(new Request('https://merchant.example/offset/orders/x/status'), env, context);
  await worker.scheduled({}, one, context);
  await Promise.all(kept);
  assert.equal(kept.length, 4);
  assert.ok(made.length === 2 && made[0] === one && made[1] === other);
  assert.deepEqual(reported, ['reconcile']);
});
