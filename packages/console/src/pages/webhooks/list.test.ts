import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import { fakeService, OWN } from '../../testing/fake-service.ts';

it('a merchant without webhooks reads that there are none yet, and without matches that none matches', async () => {
  const service = fakeService();
  const webhooks: typeof service.webhooks = {
    ...service.webhooks,
    endpoints: async () => [],
    list: async () => ({ rows: [], next: undefined }),
  };
  const run = createConsole({ ...service, webhooks });
  const headers = { cookie: '__Host-console_session=viewer' };
  const textOf = async (query: string): Promise<string> => {
    const request = new Request(`https://pay.example/console/merchants/${OWN}/webhooks${query}`, { headers });
    return (await run({ request, body: new Uint8Array(), address: '' })).text();
  };
  assert.match(await textOf(''), /No webhooks yet\./);
  assert.match(await textOf('?state='), /No webhooks yet\./);
  assert.match(await textOf('?state=dead'), /No webhook matches\./);
});

it('an endpoint states when its newest webhook was created, not its latest attempt', async () => {
  const service = fakeService();
  const createdAt = Date.UTC(2026, 10, 30, 14, 33);
  const endpoint = {
    url: 'https://air.example/n',
    delivered: 0,
    pending: 1,
    dead: 0,
    lastAt: createdAt,
    failingSince: createdAt,
    disabledAt: undefined,
  };
  const webhooks: typeof service.webhooks = {
    ...service.webhooks,
    endpoints: async () => [endpoint],
    list: async () => ({ rows: [], next: undefined }),
  };
  const run = createConsole({ ...service, webhooks });
  const request = new Request(`https://pay.example/console/merchants/${OWN}/webhooks`, {
    headers: { cookie: '__Host-console_session=viewer' },
  });
  const text = await (await run({ request, body: new Uint8Array(), address: '' })).text();
  assert.match(text, /newest webhook <time datetime="2026-11-30T14:33:00\.000Z">/);
});
