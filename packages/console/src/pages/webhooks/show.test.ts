import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import type { Webhook, WebhookAttempt } from '../../service/webhook.ts';
import { fakeService, NOW, OWN } from '../../testing/fake-service.ts';

const ATTEMPT: WebhookAttempt = {
  attempt: 1,
  at: NOW,
  status: 503,
  outcome: 'refused',
  excerpt: 'try <later>',
  durationMs: 5,
};

/** The page of a webhook with one attempt. */
async function pageOf(attempt: Partial<WebhookAttempt>): Promise<string> {
  const webhook: Webhook = {
    id: 'msg_1',
    orderId: 'ord_1',
    type: 'order.completed',
    url: 'https://air.example:22/',
    state: 'pending',
    attemptCount: 1,
    isQueued: false,
    createdAt: NOW,
    deliveredAt: undefined,
    nextAttemptAt: NOW + 5000,
    payload: '{}',
    attempts: [{ ...ATTEMPT, ...attempt }],
  };
  const service = fakeService();
  const run = createConsole({ ...service, webhooks: { ...service.webhooks, find: async () => webhook } });
  const request = new Request(`https://pay.example/console/merchants/${OWN}/webhooks/msg_1`, {
    headers: { cookie: '__Host-console_session=viewer' },
  });
  return (await run({ request, body: new Uint8Array(), address: '' })).text();
}

it('an attempt shows the beginning of the response, folded', async () => {
  assert.match(await pageOf({}), /Response<\/summary><pre>try &lt;later&gt;<\/pre>/);
});

it('an attempt that was not sent shows the reason', async () => {
  const excerpt = 'callback_url must use port 443 or 8443; the operator may allow others';
  const page = await pageOf({ status: undefined, outcome: 'forbidden_target', excerpt });
  assert.ok(page.includes(`<p>${excerpt}</p>`));
  assert.doesNotMatch(page, /Response<\/summary>/);
});
