import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { TEST_CARDS } from '../providers/sandbox.ts';
import { createTestApp } from '../testing/app.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { TEXTS } from './messages/texts.ts';

onBothEngines('the page of an order past its time', ({ database }) => {
  it('states that it expired once no payment is open, takes no payment, and settles nothing', async () => {
    const store = await openStore(await database());
    const { context, db } = store;
    const request = createTestApp(store);
    const created = await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
    const path = new URL(JSON.parse(created.body).payment_url).pathname;
    const order = () => db.kysely.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    const { expires_at } = await order();

    store.setNow(expires_at - 1);
    assert.ok(!(await (await request(path)).text()).includes(TEXTS.en.expired));
    store.setNow(expires_at);
    assert.ok((await (await request(path)).text()).includes(TEXTS.en.expired));
    assert.equal((await request(`${path}/brand.css`)).status, 200);
    assert.equal((await request(`${path}/receipt.pdf`)).status, 404);
    assert.equal((await request(`${path}/receipt.jws`)).status, 404);
    const body = new URLSearchParams({ action: 'pay', card: TEST_CARDS.accepted });
    assert.equal((await request(path, { method: 'POST', body })).status, 303);

    const { status, settled_at } = await order();
    assert.deepEqual([status, settled_at], ['pending', null]);
    assert.deepEqual(await db.kysely.selectFrom('payments').selectAll().execute(), []);

    // At the provider it may have been paid, so the page must not claim that nothing was charged.
    const { id, merchant_id, currency, amount_minor } = await order();
    const times = { created_at: expires_at - 1, updated_at: expires_at - 1, check_at: expires_at };
    await db.kysely
      .insertInto('payments')
      .values({
        merchant_id,
        id: 'pay_1',
        order_id: id,
        provider: 'stripe',
        reference: 'cs_1',
        state: 'started',
        currency,
        amount_minor,
        payment_reference: null,
        redirect_url: 'https://stripe.example/1',
        ...times,
      })
      .execute();
    const shown = await (await request(path)).text();
    assert.ok(shown.includes(TEXTS.en.waiting) && shown.includes('data-waits'));
    assert.ok(!shown.includes(TEXTS.en.expired) && !shown.includes('<form'));
    assert.equal((await request(path, { method: 'POST', body })).headers.get('location'), path);
    await db.kysely.updateTable('payments').set({ state: 'failed' }).execute();
    assert.ok((await (await request(path)).text()).includes(TEXTS.en.expired));
    await db.close();
  });
});
