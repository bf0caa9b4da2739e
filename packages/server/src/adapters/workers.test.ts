import assert from 'node:assert/strict';
import test from 'node:test';
import { createBareService } from '../testing/bare-service.ts';
import { toWorkersHandler } from './workers.ts';

test('a response is finished although its traveller left: others may wait for what it requested', async () => {
  const { fetch } = createBareService('https://service.example');
  const worker = toWorkersHandler(() => ({
    service: {
      baseUrl: 'https://service.example',
      apiKey: 'key',
      signingKey: 'a-secret-of-a-test',
      platformId: 'platform',
      fetch: (input, init) => fetch(new Request(input, init)),
    },
  }));
  const kept: Promise<unknown>[] = [];
  const request = new Request('https://merchant.example/offset/orders/x/status');
  const response = await worker.fetch(request, {}, { waitUntil: (promise) => void kept.push(promise) });
  assert.equal(response.status, 404);
  assert.deepEqual(await Promise.all(kept), [response]);
});
