import assert from 'node:assert/strict';
import { it } from 'node:test';
import { showOrderDetail } from '../console/show-order.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { Bank, createPaidOrder, refundRows } from '../testing/bank.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { applyReport } from './apply-report.ts';
import { recordPaidRefund } from './record-paid-refund.ts';
import { sendRefundsOf } from './send-refunds.ts';

onBothEngines('a refund that was not made is owed', ({ database }) => {
  interface Scene {
    readonly store: TestStore;
    readonly bank: Bank;
    readonly order: string;
    /** Refunds a part of the order, kilograms, as far as the bank does it. @returns its identifier. */
    refund(part: number): Promise<string>;
    /** Like `refund`, but the money comes back. */
    bounced(part: number): Promise<string>;
    owed(): Promise<readonly string[] | undefined>;
  }
  async function withScene(work: (scene: Scene) => Promise<void>, minor = 1000): Promise<void> {
    const store = await openStore(await database());
    const { context } = store;
    const bank = new Bank();
    const order = await createPaidOrder(store, { money: 'a', minor });
    async function refund(part: number): Promise<string> {
      store.setNow(context.now() + 1000);
      await requestRefund(context, MERCHANT, order, { input: { emission_amount: part } });
      store.setNow(context.now() + 1000);
      await sendRefundsOf(context, bank.provider, order);
      return (await refundRows(store, order)).at(-1)?.id ?? assert.fail();
    }
    async function bounced(part: number): Promise<string> {
      const id = await refund(part);
      await applyReport(context, bank.provider, bank.book('a', part * 100, 'failed', id));
      return id;
    }
    const owed = async () => (await showOrderDetail(context, MERCHANT, order))?.owedRefunds;
    await work({ store, bank, order, refund, bounced, owed });
    await store.db.close();
  }

  it('while it is pending or has failed: each of several failed ones, or the pending one instead', () =>
    withScene(async ({ bank, refund, bounced, owed }) => {
      await refund(1);
      const failed = [await bounced(2), await bounced(3)];
      assert.deepEqual(await owed(), failed);
      bank.responds = { made: false, status: 400 };
      const pending = await refund(1);
      // The pending refund may replace both.
      assert.deepEqual(await owed(), [pending]);
    }));

  it('until more of the order is refunded, even if only in part', () =>
    withScene(async ({ refund, bounced, owed }) => {
      const id = await bounced(4);
      assert.deepEqual(await owed(), [id]);
      await refund(4);
      assert.deepEqual(await owed(), []);
    }));

  it('until it is recorded as paid, while others stay owed', () =>
    withScene(async ({ store, bounced, owed }) => {
      const [first, second] = [await bounced(2), await bounced(3)];
      const paid = { reference: 'transfer 17', provider: undefined };
      await recordPaidRefund(store.context, second, paid);
      assert.deepEqual(await owed(), [first]);
      await recordPaidRefund(store.context, first, paid);
      assert.deepEqual(await owed(), []);
    }));

  it('but not once a dispute or a dashboard refund took its money, whether pending or failed', async () => {
    for (const cause of ['dispute', 'provider'] as const)
      for (const isPending of [true, false])
        await withScene(async ({ store, bank, refund, bounced, owed }) => {
          if (isPending) bank.responds = { made: false, status: 400 };
          await (isPending ? refund(4) : bounced(4));
          assert.equal((await owed())?.length, 1);
          await applyReport(store.context, bank.provider, { ...bank.book('a', 700, 'completed'), cause });
          assert.deepEqual(await owed(), []);
        });
  });

  it('again once a dispute over its money is won', () =>
    withScene(async ({ store, bank, bounced, owed }) => {
      const id = await bounced(4);
      for (const [state, left] of [
        ['pending', []],
        ['failed', [id]],
      ] as const) {
        const report = { ...bank.book('a', 700, state), cause: 'dispute' } as const;
        await applyReport(store.context, bank.provider, report);
        assert.deepEqual(await owed(), left);
      }
    }));

  it('of surplus money whatever is refunded of the order, and vice versa', () =>
    withScene(async ({ store, bank, order, refund, bounced, owed }) => {
      await sendRefundsOf(store.context, bank.provider, order);
      const [surplus] = await refundRows(store, order);
      await applyReport(store.context, bank.provider, bank.book('a', 500, 'failed', surplus?.id));
      await refund(4);
      assert.deepEqual(await owed(), [surplus?.id]);
      const part = await bounced(3);
      store.setNow(store.context.now() + 1000);
      await refundOrder(store.context, order, { part: undefined });
      const anew = (await refundRows(store, order)).at(-1)?.id;
      assert.deepEqual(await owed(), [part, anew]);
    }, 1500));
});
