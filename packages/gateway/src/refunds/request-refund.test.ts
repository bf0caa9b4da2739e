import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { createOrder } from '../orders/create.ts';
import { prune } from '../retention/prune.ts';
import type { Database } from '../store/engine.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, settleOrder, type TestStore } from '../testing/store.ts';
import { refundOrder } from './refund-order.ts';
import { requestRefund } from './request-refund.ts';

const HALF = { emission_amount: 5 };

/** The context of a store whose responses to idempotency keys are forgotten right after a transaction has read one. */
function forgetting({ db, context }: TestStore): TestStore['context'] {
  let reads = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      reads = JSON.stringify(node).includes('"idempotency"') && node.kind === 'SelectQueryNode';
      return node;
    },
    async transformResult({ result }) {
      if (reads) await prune(db, 'idempotency_keys', context.now() + 1);
      return result;
    },
  };
  const transaction: Database['transaction'] = (work) => db.transaction((tx) => work(tx.withPlugin(plugin)));
  return { ...context, db: { ...db, transaction } };
}

onBothEngines('a refund with a key', ({ database, engine }) => {
  // SQLite has one writer at a time: nothing is forgotten while a refund is recorded.
  if (engine === 'sqlite') return;

  for (const [whose, refund] of [
    [
      'a merchant',
      (context: TestStore['context'], id: string) =>
        requestRefund(context, MERCHANT, id, { input: HALF, idempotency: { key: 'k', bodyHash: 'h' } }),
    ],
    [
      'staff',
      (context: TestStore['context'], id: string) => refundOrder(context, id, { part: HALF, once: 'k' }),
    ],
  ] as const)
    it(`that ${whose} repeats is made once, though its response is forgotten meanwhile`, async () => {
      const store = await openStore(await database());
      const { body } = await createOrder(store.context, MERCHANT, {
        emission_amount: 10,
        emission_unit: 'kgCO2',
      });
      const { order_id } = JSON.parse(body);
      await settleOrder(store, order_id, 'completed');
      await refund(store.context, order_id);
      for (let repeat = 0; repeat < 2; repeat += 1) await refund(forgetting(store), order_id);
      const { kysely } = store.db;
      assert.equal((await kysely.selectFrom('refunds').select('id').execute()).length, 1);
      assert.deepEqual(await kysely.selectFrom('idempotency').select('key').execute(), []);
      await store.db.close();
    });
});
