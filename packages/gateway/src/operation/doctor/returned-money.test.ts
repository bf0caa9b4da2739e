import assert from 'node:assert/strict';
import { it } from 'node:test';
import { applyReport } from '../../payments/apply-report.ts';
import { sendRefunds } from '../../payments/send-refunds.ts';
import type { RefundReport } from '../../providers/provider.ts';
import { refundOrder } from '../../refunds/refund-order.ts';
import { Bank, createPaidOrder } from '../../testing/bank.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { openStore, type TestStore } from '../../testing/store.ts';
import { DAY_MS } from '../../time-span.ts';
import type { CheckContext } from './check.ts';
import { returnedMoneyChecks } from './returned-money.ts';

const EXCEEDED = 'No payment is refunded beyond its amount';
const DOUBLED = 'No lost dispute is counted twice';

onBothEngines('doctor about money that was returned twice', ({ database }) => {
  const stateOf = async ({ db, context }: TestStore, name: string): Promise<string | undefined> => {
    const check = returnedMoneyChecks.find((one) => one.name === name);
    const verdict = await check?.run({ db, now: context.now } as CheckContext);
    return verdict && [verdict.state, verdict.detail].filter(Boolean).join(': ');
  };
  async function inStore(work: (store: TestStore) => Promise<void>): Promise<void> {
    const store = await openStore(await database());
    try {
      await work(store);
    } finally {
      await store.db.close();
    }
  }

  it('names an order whose dispute is lost after it was won and refunded, for 30 days', () =>
    inStore(async (store) => {
      const bank = new Bank();
      const excesses: unknown[] = [];
      const context = { ...store.context, onExcess: (excess: unknown) => void excesses.push(excess) };
      const order = await createPaidOrder(store, { money: 'a' });
      await createPaidOrder(store, { money: 'b' });
      const decide = (money: string, state: RefundReport['state']) =>
        applyReport(context, bank.provider, { ...bank.book(money, 1000, state), cause: 'dispute' }, 'event');
      await decide('a', 'failed');
      await refundOrder(context, order, { part: {} });
      await sendRefunds(context, bank.provider);
      await decide('b', 'completed');
      assert.deepEqual([excesses, await stateOf(store, EXCEEDED)], [[], 'ok']);

      const lost = { ...bank.book('a', 1000, 'completed'), cause: 'dispute' } as const;
      const provider = { ...bank.provider, findRefund: async () => lost };
      for (const _ of ['once', 'again']) await applyReport(context, provider, lost, 'event');
      assert.deepEqual(excesses, [{ orderId: order, currency: 'INR', amountMinor: 1000 }]);
      const took = `in the last 30 days, refunds and disputes took more of a payment of ${order} than came in`;
      assert.equal(await stateOf(store, EXCEEDED), `warning: ${took}`);
      store.setNow(store.context.now() + 31 * DAY_MS);
      assert.equal(await stateOf(store, EXCEEDED), 'ok');
    }));

  it('names an order of which Razorpay refunds what a lost dispute took, in either sequence', () =>
    inStore(async (store) => {
      const bank = new Bank();
      const provider = { ...bank.provider, name: 'razorpay' };
      const names = ['dispute first', 'refund first', 'refunded before', 'another amount'];
      const orders = new Map<string, string>();
      for (const money of names)
        orders.set(money, await createPaidOrder(store, { money, provider: 'razorpay' }));
      const refund = (money: string, minor: number) =>
        applyReport(store.context, provider, bank.book(money, minor, 'completed'));
      const lose = (money: string) =>
        applyReport(store.context, provider, {
          ...bank.book(money, 400, 'completed'),
          reference: `dispute of ${money}`,
          cause: 'dispute',
        });
      await refund('refunded before', 400);
      store.setNow(store.context.now() + 2 * DAY_MS);
      await lose('dispute first');
      await refund('refund first', 400);
      store.setNow(store.context.now() + 60_000);
      await refund('dispute first', 400);
      await lose('refund first');
      await lose('refunded before');
      await lose('another amount');
      await refund('another amount', 300);

      const doubled = [orders.get('dispute first'), orders.get('refund first')].sort().join(', ');
      const found = `in the last 30 days, razorpay reported a lost dispute of ${doubled} and a refund of the same amount: they may be the same money`;
      assert.equal(await stateOf(store, DOUBLED), `warning: ${found}`);
      assert.equal(await stateOf(store, EXCEEDED), 'ok');
      await store.db.kysely.updateTable('refunds').set({ provider: 'stripe' }).execute();
      assert.equal(await stateOf(store, DOUBLED), 'ok', 'a dispute at Stripe makes no refund');
      await store.db.kysely.updateTable('refunds').set({ provider: 'razorpay' }).execute();
      store.setNow(store.context.now() + 31 * DAY_MS);
      assert.equal(await stateOf(store, DOUBLED), 'ok');
    }));
});
