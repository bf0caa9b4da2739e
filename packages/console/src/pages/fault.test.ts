import assert from 'node:assert/strict';
import { it } from 'node:test';
import { faultPage } from './fault.ts';

const ORIGIN = 'https://pay.example';
const ORDER = '/console/merchants/mer_1/orders/ord_1';

/** Returns the page of a fault; of a form's fault if a referrer is given. */
async function shown(status: number, referer?: string): Promise<string> {
  const request = new Request(`${ORIGIN}${ORDER}${referer === undefined ? '?done=replay' : '/refund'}`, {
    method: referer === undefined ? 'GET' : 'POST',
    headers: referer === undefined ? {} : { referer },
  });
  const response = await faultPage(request, ORIGIN, { status, message: 'Too large.', requestId: 'req-7' });
  assert.equal(response.status, status);
  assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  return response.text();
}

for (const [status, title] of [
  [503, 'Temporarily unavailable'],
  [500, 'Something went wrong'],
] as const) {
  it(`a page that failed with ${status} can be tried again`, async () => {
    const text = await shown(status);
    for (const part of [title, `href="${ORDER}?done=replay">Try again`, '<code>req-7</code>'])
      assert.ok(text.includes(part), part);
    assert.doesNotMatch(text, /your form|Too large/);
  });

  it(`a form that failed with ${status} may have taken effect, and links back to its page`, async () => {
    const text = await shown(status, `${ORIGIN}${ORDER}`);
    for (const part of [
      title,
      'check before you send it again',
      `href="${ORDER}" data-back>Back to the form`,
    ])
      assert.ok(text.includes(part), part);
    assert.doesNotMatch(await shown(status, 'https://evil.example/console'), /evil/);
  });
}

it('a request that is invalid gets a page with the reason', async () => {
  const text = await shown(413, `${ORIGIN}${ORDER}`);
  assert.ok(text.includes('Too large.') && text.includes('Back to the form'));
  assert.doesNotMatch(text, /req-7|check before/);
});
