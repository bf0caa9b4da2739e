import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { applyReport } from '../payments/apply-report.ts';
import { sendRefundsOf } from '../payments/send-refunds.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { Bank, createPaidOrder, refundRows, refundStates } from '../testing/bank.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { recordPaid } from './record-paid.ts';

const by = { channel: 'console', id: 'per_1', name: 'Ana' } as const;
const reference = 'transfer 17';

onBothEngines('a refund recorded as paid in the console', ({ database }) => {
  /** Runs work on a store with an order of which the bank has refused to refund a part. */
  async function withRefused(
    work: (
      store: TestStore,
      bank: Bank,
      refund: { readonly orderId: string; readonly id: string },
    ) => unknown,
  ): Promise<void> {
    const store = await openStore(await database());
    const bank = new Bank();
    const orderId = await createPaidOrder(store, { money: 'a' });
    bank.responds = { made: false, status: 400 };
    await requestRefund(store.context, MERCHANT, orderId, { input: { emission_amount: 4 } });
    await sendRefundsOf(store.context, bank.provider, orderId);
    const [refund] = await refundRows(store, orderId);
    await work(store, bank, { orderId, id: refund?.id ?? '' });
    await store.db.close();
  }
  const audited = async ({ db }: TestStore): Promise<unknown[]> => {
    const entries = db.kysely.selectFrom('audit_log').select(['actor', 'subject', 'after']).orderBy('number');
    return entries.where('action', '=', 'refund.paid').execute();
  };
  const entry = (subject: string, refund: string, amount_minor: number) => ({
    actor: by.id,
    subject,
    after: JSON.stringify({ refund, currency: 'INR', amount_minor, reference }),
  });

  it('is recorded once, by the person who sent its form, however often it is sent', () =>
    withRefused(async (store, { provider }, { orderId, id: refund }) => {
      const press = (given: string) =>
        recordPaid(
          { orders: store.context, provider },
          { merchantId: MERCHANT, orderId },
          { refund, reference: given, isUnchecked: false },
          by,
        );
      await press(reference);
      await press(reference);
      await assert.rejects(press('another'), {
        name: 'Refusal',
        message: `Refund ${refund} is recorded as paid with ${reference}.`,
      });
      assert.deepEqual(await refundStates(store, orderId), ['requested 400 completed']);
      assert.deepEqual(await audited(store), [entry(orderId, refund, 400)]);
    }));

  it('is recorded once in place of a failed one, however often its form is sent', () =>
    withRefused(async (store, bank, { orderId, id }) => {
      await applyReport(store.context, bank.provider, bank.book('a', 400, 'failed', id));
      for (const _ of [1, 2])
        await recordPaid(
          { orders: store.context, provider: bank.provider },
          { merchantId: MERCHANT, orderId },
          { refund: id, reference, isUnchecked: false },
          by,
        );
      assert.deepEqual(await refundStates(store, orderId), [
        'requested 400 completed',
        'requested 400 failed',
      ]);
      const anew = (await refundRows(store, orderId)).find(({ replaces }) => replaces === id);
      assert.deepEqual(await audited(store), [entry(orderId, anew?.id ?? '', 400)]);
    }));

  it('is refused while another press records it', () =>
    withRefused(async (store, bank, { orderId, id: refund }) => {
      const press = (provider: typeof bank.provider) =>
        recordPaid(
          { orders: store.context, provider },
          { merchantId: MERCHANT, orderId },
          { refund, reference, isUnchecked: false },
          by,
        );
      await press({
        ...bank.provider,
        async *refundsOf(money) {
          await assert.rejects(press(bank.provider), {
            name: 'Refusal',
            message: `Refund ${refund} is being sent or recorded: look at it again in a minute.`,
          });
          yield* bank.provider.refundsOf(money);
        },
      });
      assert.deepEqual(await refundStates(store, orderId), ['requested 400 completed']);
    }));

  it('is refused for another merchant or order, and for a reference that may name a person', () =>
    withRefused(async (store, { provider }, { orderId, id: refund }) => {
      await addMerchant(store.db, 'merchant-b');
      const other = await createPaidOrder(store, { money: 'b' });
      for (const [merchantId, order, given, message] of [
        ['merchant-b', orderId, reference, 'There is no such refund.'],
        [MERCHANT, other, reference, 'There is no such refund.'],
        [MERCHANT, orderId, 'ana@air.example', /^The reference must be 1 to 100 letters/],
        [MERCHANT, orderId, '', /^The reference must be 1 to 100 letters/],
        [MERCHANT, orderId, '1'.repeat(101), /^The reference must be 1 to 100 letters/],
      ] as const)
        await assert.rejects(
          recordPaid(
            { orders: store.context, provider },
            { merchantId, orderId: order },
            { refund, reference: given, isUnchecked: false },
            by,
          ),
          { name: 'Refusal', message },
        );
      assert.deepEqual(await refundStates(store, orderId), ['requested 400 pending']);
    }));

  it('is refused in time if the provider does not respond, and a late response records nothing', () =>
    withRefused(async (store, bank, { orderId, id: refund }) => {
      const response = Promise.withResolvers<void>();
      const late: string[] = [];
      const hangs = {
        ...bank.provider,
        async *refundsOf() {
          await response.promise;
          late.push('came');
          yield bank.book('a', 400, 'completed', refund);
        },
      };
      const press = (provider: typeof bank.provider, lookUpMs?: number) =>
        recordPaid(
          { orders: store.context, provider, ...(lookUpMs !== undefined && { lookUpMs }) },
          { merchantId: MERCHANT, orderId },
          { refund, reference, isUnchecked: false },
          by,
        );
      const refused = {
        name: 'Refusal',
        status: 502,
        message:
          'Nothing was recorded: the provider did not respond. Try again in a few minutes, or look at its dashboard yourself and record it unchecked.',
      };
      const before = await refundRows(store, orderId);
      await assert.rejects(press(hangs, 20), refused);
      assert.deepEqual(await refundRows(store, orderId), before, 'it is due as before');
      const failed = store.db.kysely.updateTable('refunds').set({ state: 'failed' });
      const pending = store.db.kysely.updateTable('refunds').set({ state: 'pending' });
      await failed.execute();
      await assert.rejects(press(hangs, 20), refused, 'one that failed likewise');
      await pending.execute();
      response.resolve();
      await setImmediate();
      assert.deepEqual(late, ['came', 'came']);
      assert.deepEqual(await refundRows(store, orderId), before);
      assert.deepEqual(await audited(store), []);
      await press(bank.provider);
      assert.deepEqual(await refundStates(store, orderId), ['requested 400 completed']);
    }));

  it('is refused if the provider has made it, or cannot be read unless it is recorded unchecked', () =>
    withRefused(async (store, bank, { orderId, id: refund }) => {
      const provider = {
        ...bank.provider,
        refundsOf: () => {
          throw new ProviderError('bank', 'refunds', { status: 401 });
        },
      };
      const record = (books: typeof bank.provider, isUnchecked = false) =>
        recordPaid(
          { orders: store.context, provider: books },
          { merchantId: MERCHANT, orderId },
          { refund, reference, isUnchecked },
          by,
        );
      await assert.rejects(record(provider), {
        name: 'Refusal',
        status: 502,
        message: /^Nothing was recorded/,
      });
      assert.deepEqual(await refundStates(store, orderId), ['requested 400 pending']);
      await record(provider, true);
      assert.deepEqual(await refundStates(store, orderId), ['requested 400 completed']);

      bank.responds = { made: true, status: 500 };
      await requestRefund(store.context, MERCHANT, orderId, { input: { emission_amount: 1 } });
      await sendRefundsOf(store.context, bank.provider, orderId);
      const { id } = (await refundRows(store, orderId)).find(({ state }) => state === 'pending') ?? {
        id: '',
      };
      const made = recordPaid(
        { orders: store.context, provider: bank.provider },
        { merchantId: MERCHANT, orderId },
        { refund: id, reference, isUnchecked: false },
        by,
      );
      await assert.rejects(made, {
        name: 'Refusal',
        message: `Refund ${id} was made at bank: look at order ${orderId}.`,
      });
    }));
});
