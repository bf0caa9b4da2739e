import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Provider, RefundReport } from '../providers/provider.ts';
import { sandboxProvider } from '../providers/sandbox.ts';
import { createPaidOrder, INR, refundStates } from '../testing/bank.ts';
import { onBothEngines } from '../testing/engines.ts';
import { openStore, type TestStore } from '../testing/store.ts';
import { applyReport } from './apply-report.ts';

/** A bank that decides a dispute and reports it at once; reads of its books may arrive later. */
class Bank {
  readonly #store: TestStore;
  #state: RefundReport['state'] = 'pending';
  readonly provider: Provider = {
    ...sandboxProvider(),
    name: 'bank',
    async *refundsOf() {},
    findRefund: async () => this.read(),
  };

  constructor(store: TestStore) {
    this.#store = store;
  }

  read(): RefundReport {
    const dispute = {
      kind: 'refund',
      cause: 'dispute',
      reference: 'dispute',
      paymentReference: 'money',
    } as const;
    return { ...dispute, state: this.#state, amount: INR(1000) };
  }

  async decide(state: RefundReport['state']): Promise<void> {
    const { context, setNow } = this.#store;
    setNow(context.now() + 1);
    this.#state = state;
    await applyReport(context, this.provider, this.read(), 'event');
  }
}

onBothEngines('a stale state of a dispute that has since been decided', ({ database }) => {
  for (const [before, since] of [
    ['completed', 'failed'],
    ['failed', 'completed'],
  ] as const) {
    it(`does not undo the decision when a list arrives late: ${before}, then ${since}`, async () => {
      const store = await openStore(await database());
      const order = await createPaidOrder(store, { money: 'money' });
      const bank = new Bank(store);
      await bank.decide('pending');
      const listed: RefundReport = { ...bank.read(), state: before };
      await bank.decide(since);
      await applyReport(store.context, bank.provider, listed);
      assert.deepEqual(await refundStates(store, order), [`dispute 1000 ${since}`]);
      await store.db.close();
    });

    it(`is read again when the dispute is decided during an event's look-up: ${before}, then ${since}`, async () => {
      const store = await openStore(await database());
      const order = await createPaidOrder(store, { money: 'money' });
      const bank = new Bank(store);
      await bank.decide(since);
      let lookups = 0;
      const slow: Provider = {
        ...bank.provider,
        async findRefund() {
          lookups += 1;
          if (lookups > 1) return bank.read();
          await bank.decide(before);
          const found = bank.read();
          await bank.decide(since);
          return found;
        },
      };
      await applyReport(store.context, slow, { ...bank.read(), state: before }, 'event');
      assert.deepEqual([await refundStates(store, order), lookups], [[`dispute 1000 ${since}`], 2]);
      await store.db.close();
    });
  }
});
