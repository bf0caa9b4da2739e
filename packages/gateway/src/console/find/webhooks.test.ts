import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../../orders/create.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore, settleOrder } from '../../testing/store.ts';
import { webhookActs } from '../webhook-acts.ts';
import { findWebhook, findWebhooks } from './webhooks.ts';

onBothEngines('webhooks at the console', ({ database }) => {
  it('show all their attempts, also those before a replay, and are queued until the first one ends', async () => {
    const store = await openStore(await database());
    const { db, context } = store;
    const input = {
      emission_amount: 1,
      emission_unit: 'kgCO2',
      callback_url: 'https://merchant.example/n',
    } as const;
    const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
    await settleOrder(store, order_id, 'completed');
    const all = { merchantId: MERCHANT, filter: {}, cursor: undefined };
    const [{ id = '' } = {}] = (await findWebhooks(db, all)).rows;
    /** Returns the attempts of the listed webhook and whether it is queued; its page shows the same. */
    const shown = async (): Promise<unknown> => {
      const [listed] = (await findWebhooks(db, all)).rows;
      const found = await findWebhook(db, MERCHANT, id);
      assert.equal(found?.attempts.length, listed?.attemptCount);
      assert.equal(found?.isQueued, listed?.isQueued);
      return [listed?.attemptCount, listed?.isQueued];
    };
    const begin = (attempts: number) =>
      db.kysely.updateTable('deliveries').set({ attempts, claimed_until: 9 }).execute();
    const end = async (attempt: number, state: 'pending' | 'delivered'): Promise<void> => {
      await db.kysely.updateTable('deliveries').set({ state, claimed_until: 0 }).execute();
      const logged = { at: 1, status: 500, outcome: 'refused' as const, excerpt: '', duration_ms: 1 };
      await db.kysely
        .insertInto('delivery_attempts')
        .values({ ...logged, merchant_id: MERCHANT, delivery_id: id, attempt })
        .execute();
    };
    assert.deepEqual(await shown(), [0, true]);
    await begin(1);
    assert.deepEqual(await shown(), [0, true], 'nothing was refused yet');
    await end(1, 'pending');
    assert.deepEqual(await shown(), [1, false]);
    await begin(2);
    assert.deepEqual(await shown(), [1, false], 'it is retried');
    await end(2, 'pending');
    const actor = { personId: 'per_1', name: 'Ana', role: 'support', merchantId: MERCHANT } as const;
    await webhookActs(context, store.sealer).replay(actor, MERCHANT, id);
    assert.deepEqual(await shown(), [2, true]);
    await begin(1);
    await end(3, 'delivered');
    assert.deepEqual(await shown(), [3, false]);
    await db.close();
  });
});
