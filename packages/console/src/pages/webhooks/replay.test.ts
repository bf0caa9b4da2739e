import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import { MAX_REPLAYED } from '../../service/webhook.ts';
import { fakeService, OWN } from '../../testing/fake-service.ts';

for (const [count, done] of [
  [0, 'replay-none'],
  [MAX_REPLAYED - 1, 'replay-range'],
  [MAX_REPLAYED, 'replay-part'],
] as const)
  it(`says what became of ${count} failed webhooks: ${done}`, async () => {
    const service = fakeService();
    const webhooks = { ...service.webhooks, replayDead: async () => count };
    const path = `/console/merchants/${OWN}/webhooks`;
    const request = new Request(`https://pay.example${path}/replay`, {
      method: 'POST',
      headers: {
        origin: 'https://pay.example',
        cookie: '__Host-console_session=support',
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    const body = new TextEncoder().encode('first=2026-11-01&last=2026-11-30');
    const response = await createConsole({ ...service, webhooks })({ request, body, address: '' });
    assert.deepEqual([response.status, response.headers.get('location')], [303, `${path}?done=${done}`]);
  });
