/** After a refusal, a page shows the person's own merchant, the reason and the way back. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { callerOf } from '../testing/caller.ts';
import { sandboxVisitor } from '../testing/console-visitor.ts';

const MERCHANT = '/merchants/sandbox-merchant';

describe('a refusal', () => {
  let gateway: RunningGateway;
  let order = '';
  before(async () => {
    gateway = await startGateway();
    const caller = callerOf(gateway.url);
    const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1146 });
    order = `${MERCHANT}/orders/${json.order_id}`;
    await caller.post(`/sandbox/orders/${json.order_id}/payment`, { outcome: 'completed' });
  });
  after(() => gateway.close());

  const refund = async (kilograms: string, referer: string): Promise<string> => {
    const { cookie } = await sandboxVisitor(gateway.url);
    const url = `${gateway.url}/console${order}/refund?kilograms=${kilograms}`;
    const response = await fetch(url, { headers: { cookie, referer } });
    assert.equal(response.status, 422);
    return response.text();
  };

  it('of a refund names the amount left, in the unit of the form, and links back to it', async () => {
    const text = await refund('1146.001', `${gateway.url}/console${order}?done=replay&from=list`);
    assert.match(text, /Only 1\.146 t of this order is left to refund\./);
    assert.match(text, /<strong>Example Air<\/strong>/);
    assert.ok(text.includes(`<a href="/console${order}?from=list" data-back>Back to the form</a>`));
  });

  for (const [serials, shown] of [
    ['A-2..A-1', 'A-'],
    [`A-${'0'.repeat(18)}1..A-${'0'.repeat(18)}3`, 'A-'],
    ['A-1..A-2,', 'an empty text.'],
  ] as const)
    it(`of serial numbers states the form they must have: ${serials}`, async () => {
      const visitor = await sandboxVisitor(gateway.url);
      const form = {
        project: 'sandbox-wind',
        tonnes: '2',
        serials,
        date: '2026-11-01',
        url: 'https://r.example/1',
      };
      const { text } = await visitor.get(`/credits/retirements?${new URLSearchParams(form)}`);
      assert.ok(
        text.includes(`differ in one number of at most 16 digits, the lower one first; not ${shown}`),
        text,
      );
    });

  for (const referer of ['https://evil.example/console', 'no URL', `http://localhost:1/console${MERCHANT}`]) {
    it(`links only to the order, whatever the referer: ${referer}`, async () => {
      const text = await refund('9999', referer);
      assert.ok(text.includes(`<a href="/console${order}">Back to the order</a>`));
      assert.doesNotMatch(text, /evil|localhost:1/);
    });
  }

  it('of a page shows only the merchant of the person without permission', async () => {
    const viewer = await sandboxVisitor(gateway.url, 'viewer');
    for (const [path, status] of [
      [`${MERCHANT}/people`, 403],
      ['/merchants/neighbour', 404],
      ['/credits', 403],
    ] as const) {
      const page = await viewer.get(path);
      assert.equal(page.status, status);
      assert.match(page.text, /<strong>Example Air<\/strong>/);
      assert.ok(page.text.includes(`href="/console${MERCHANT}/orders"`), path);
      assert.doesNotMatch(page.text, /neighbour/);
    }
  });
});
