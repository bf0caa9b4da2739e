import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createConsole } from '../../console.ts';
import { fakeService, OWN } from '../../testing/fake-service.ts';

const ORDER = `/console/merchants/${OWN}/orders/ord_1`;

/** Returns the last page of a request for a refund, or for its order. */
async function pageFor(method: 'GET' | 'POST', token: string): Promise<string> {
  const path = `${ORDER}${method === 'POST' ? '/refund' : ''}`;
  const cookie = `__Host-console_session=${token}`;
  const type = 'application/x-www-form-urlencoded';
  const headers = {
    origin: 'https://pay.example',
    referer: `https://pay.example${ORDER}`,
    cookie,
    'content-type': type,
  };
  const request = new Request(`https://pay.example${path}`, { method, headers });
  const response = await createConsole(fakeService())({
    request,
    body: Buffer.from('as=person-admin'),
    address: '',
  });
  assert.equal(response.status, 401);
  assert.equal(response.headers.get('www-authenticate'), 'Cookie');
  return response.text();
}

it('a form sent after the session has ended states that nothing was changed, and links back to itself', async () => {
  const text = await pageFor('POST', 'unknown');
  assert.match(text, /Nothing was changed: your session has ended\./);
  assert.ok(text.includes(`Signed in in another tab? <a href="${ORDER}" data-back>Back to the form`));
  assert.doesNotMatch(await pageFor('GET', 'unknown'), /Nothing was changed|Back to the form/);
});

it('a form that needs a recent sign-in states that nothing was changed, and links back to itself', async () => {
  const text = await pageFor('POST', 'admin-late');
  assert.match(text, /Nothing was changed: your last sign-in was too long ago\./);
  assert.ok(text.includes(`href="${ORDER}" data-back>Back to the form`));
});
