/** The console of a whole gateway: one press, one's own order, its webhooks, a replay, a refund. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startGateway } from '../gateway.ts';
import { callerOf } from '../testing/caller.ts';
import { type ConsoleVisitor, consoleVisitor, sandboxVisitor } from '../testing/console-visitor.ts';
import { onBothEngines } from '../testing/engines.ts';
import { startReceiver } from '../testing/receiver.ts';

const MERCHANT = '/merchants/sandbox-merchant';

/** Looks at a page until it holds a text. */
async function until(visitor: ConsoleVisitor, path: string, text: RegExp): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const page = await visitor.get(path);
    if (text.test(page.text)) return page.text;
    await wait(50);
  }
  throw new Error(`${path} never showed ${text}`);
}

onBothEngines('the console', ({ database }) => {
  it('shows an order with its timeline and webhook, replays the webhook, refunds the order', async () => {
    let accepts = false;
    const receiver = await startReceiver(() => ({ status: accepts ? 200 : 500 }));
    const gateway = await startGateway({ databaseUrl: await database() });
    try {
      const caller = callerOf(gateway.url);
      const { json } = await caller.post('/offset-gateway/orders', {
        emission_amount: 1146,
        callback_url: `${receiver.url}/hook`,
        user: { name: 'Zoë <b>Meier</b>', email: 'Zoe@mail.example' },
        reference: 'EX7K2P',
      });
      const id: string = json.order_id;
      await caller.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' });
      await receiver.until(1);
      const visitor = await sandboxVisitor(gateway.url);
      assert.match((await visitor.get('')).text, /Example Air/);

      for (const search of [id, 'EX7K2P', 'zoe@MAIL.example']) {
        const { text } = await visitor.get(`${MERCHANT}/orders?search=${encodeURIComponent(search)}`);
        assert.ok(text.includes(`${MERCHANT}/orders/${id}`), search);
      }
      assert.match((await visitor.get(`${MERCHANT}/orders?search=EX7K2`)).text, /No order matches/);
      assert.match((await visitor.get(`${MERCHANT}/orders?status=failed`)).text, /No order matches/);
      assert.ok((await visitor.get(`${MERCHANT}/orders.csv?status=completed`)).text.includes(id));

      const shown = await until(visitor, `${MERCHANT}/orders/${id}`, /Attempt 1: 500/);
      for (const text of ['Order created', 'Paid', 'Credits allocated', 'EX7K2P', '₹1,374.05'])
        assert.ok(shown.includes(text), text);
      assert.ok(shown.includes('Zoë &lt;b&gt;Meier&lt;/b&gt;'));
      assert.match(shown, /href="\/pay\/[\w-]{43}\/receipt\.pdf"/);

      const webhook = /\/webhooks\/(msg_\w+)"/.exec(shown)?.[1] ?? '';
      assert.match((await visitor.get(`${MERCHANT}/webhooks`)).text, new RegExp(`${receiver.url}/hook`));
      assert.match(
        (await visitor.get(`${MERCHANT}/webhooks/${webhook}`)).text,
        /&quot;type&quot;: &quot;order\.completed&quot;/,
      );
      accepts = true;
      assert.equal((await visitor.post(`${MERCHANT}/webhooks/${webhook}/replay`)).status, 303);
      await until(visitor, `${MERCHANT}/webhooks/${webhook}`, /Attempt 1: 200/);

      const refund = `${MERCHANT}/orders/${id}/refund`;
      assert.match((await visitor.post(refund, { kilograms: '1147' })).text, /more than is left/);
      assert.equal((await visitor.post(refund, { kilograms: '146', reason: 'cancelled' })).status, 303);
      await until(visitor, `${MERCHANT}/orders/${id}`, /Refund completed/);
      assert.match((await visitor.get(`${MERCHANT}/orders/${id}`)).text, /Partly refunded/);
    } finally {
      await gateway.close();
      await receiver.close();
    }
  });

  it('is there only where it is turned on', async () => {
    const environment = { GATEWAY_CONSOLE: '0' };
    const gateway = await startGateway({ databaseUrl: await database(), environment });
    assert.equal((await consoleVisitor(gateway.url).get('')).status, 404);
    await gateway.close();
  });
});
