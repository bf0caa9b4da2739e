import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Provider } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import type { RefundRow } from '../store/schema.ts';
import { Bank, createPaidOrder, INR, refundRows, refundStates } from '../testing/bank.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { applyReport } from './apply-report.ts';
import { findBounced } from './find-bounced.ts';
import { recordPaidRefund } from './record-paid-refund.ts';
import { claimRefund } from './refund-claim.ts';
import { sendRefunds, sendRefundsOf } from './send-refunds.ts';

const reference = 'transfer 17';

onBothEngines('a refund that was paid another way', ({ database }) => {
  const kilograms = (emission_amount: number, more: { readonly reason?: string } = {}) => ({
    input: { emission_amount, ...more },
  });
  /** A refund which the bank refuses. */
  async function refused(
    store: TestStore,
    bank: Bank,
    { order, part = 4 }: { readonly order: string; readonly part?: number },
  ): Promise<RefundRow> {
    bank.responds = { made: false, status: 400 };
    await requestRefund(store.context, MERCHANT, order, kilograms(part));
    await sendRefundsOf(store.context, bank.provider, order);
    const [refund] = (await refundRows(store, order)).slice(-1);
    assert.deepEqual([refund?.state, refund?.fault], ['pending', '400 no']);
    return refund!;
  }
  /** A refund that was made, and came back. */
  async function bounced(
    store: TestStore,
    bank: Bank,
    order: string,
    part = kilograms(4),
  ): Promise<RefundRow> {
    await requestRefund(store.context, MERCHANT, order, part);
    await sendRefundsOf(store.context, bank.provider, order);
    const [refund] = (await refundRows(store, order)).slice(-1);
    await applyReport(store.context, bank.provider, bank.book('a', 400, 'failed', refund!.id));
    return refund!;
  }
  async function webhooks({ db }: TestStore, order: string): Promise<string[]> {
    const rows = await db.kysely
      .selectFrom('deliveries')
      .select('body')
      .where('order_id', '=', order)
      .execute();
    return rows.map(({ body }) => JSON.parse(body).type).filter((type: string) => type.includes('refund'));
  }
  const withPlace = async (work: (store: TestStore, bank: Bank, order: string) => Promise<void>) => {
    const store = await openStore(await database());
    await store.db.kysely
      .updateTable('merchants')
      .set({ refund_webhooks: 1 })
      .where('id', '=', MERCHANT)
      .execute();
    const bank = new Bank();
    await work(store, bank, await createPaidOrder(store, { money: 'a' }));
    await store.db.close();
  };

  it('is completed with its credits and webhook, and is never sent again', () =>
    withPlace(async (store, bank, order) => {
      const { id } = await refused(store, bank, { order });
      bank.responds = undefined;
      const { provider } = bank;
      const paid = await recordPaidRefund(store.context, id, { reference, provider });
      assert.deepEqual(
        [paid.id, paid.state, paid.credits, paid.paid_reference, paid.fault],
        [id, 'completed', 'returned', reference, null],
      );
      store.setNow(store.context.now() + 9e7);
      assert.deepEqual(await sendRefunds(store.context, provider, { all: true }), { sent: 0 });
      assert.equal(bank.sent.length, 1);
      assert.deepEqual(await refundStates(store, order), ['requested 400 completed']);
      assert.deepEqual(await webhooks(store, order), ['order.refunded']);
      const twice = recordPaidRefund(store.context, id, { reference: 'another', provider });
      await assert.rejects(twice, { message: `Refund ${id} is recorded as paid with ${reference}.` });
    }));

  it('after it failed is recorded once as a refund of its own, and the order is no longer reported', () =>
    withPlace(async (store, bank, order) => {
      const { id } = await bounced(store, bank, order);
      const { provider } = bank;
      const overdue = () => findBounced(store.db.kysely, store.context.now());
      assert.equal((await overdue()).length, 1);
      const both = [1, 2].map(() => recordPaidRefund(store.context, id, { reference, provider }));
      const [one, other] = (await Promise.allSettled(both)).toSorted((a, b) =>
        a.status.localeCompare(b.status),
      );
      assert.deepEqual([one?.status, other?.status], ['fulfilled', 'rejected']);
      assert.deepEqual(await refundStates(store, order), ['requested 400 completed', 'requested 400 failed']);
      assert.deepEqual(await overdue(), []);
      const { refunded_minor, refund_pending_minor } = await store.db.kysely
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', order)
        .executeTakeFirstOrThrow();
      assert.deepEqual([refunded_minor, refund_pending_minor], [400, 0]);
      assert.equal(bank.sent.length, 1);
    }));

  it('after it failed takes its amount and reason, and all remaining grams if it takes all their money', () =>
    withPlace(async (store, bank, order) => {
      const { provider } = bank;
      const failed = await bounced(store, bank, order, kilograms(3.996, { reason: 'fare difference' }));
      await applyReport(store.context, provider, bank.book('a', 600, 'completed'));
      const paid = await recordPaidRefund(store.context, failed.id, { reference, provider });
      const { payment_id, reason } = failed;
      assert.deepEqual([failed.grams, reason], [3996, 'fare difference']);
      assert.deepEqual([paid.payment_id, paid.reason, paid.grams], [payment_id, reason, 4000]);
    }));

  it('after it failed leaves the order reported for another failed refund', () =>
    withPlace(async (store, bank, order) => {
      const { provider } = bank;
      const overdue = async () => (await findBounced(store.db.kysely, store.context.now())).length;
      const failed: RefundRow[] = [];
      for (const _ of [1, 2]) {
        failed.push(await bounced(store, bank, order));
        store.setNow(store.context.now() + 1000);
      }
      for (const [at, { id }] of failed.entries()) {
        await recordPaidRefund(store.context, id, { reference: `transfer ${at}`, provider });
        assert.equal(await overdue(), 1 - at);
      }
    }));

  it('covers a later failed one that no other replaces, even if one transfer paid both', () =>
    withPlace(async (store, bank, order) => {
      const { provider } = bank;
      const overdue = async () => (await findBounced(store.db.kysely, store.context.now())).length;
      const first = await bounced(store, bank, order);
      await bounced(store, bank, order);
      store.setNow(store.context.now() + 1000);
      await recordPaidRefund(store.context, first.id, { reference, provider });
      assert.equal(await overdue(), 1);
      const { id } = await refused(store, bank, { order, part: 2 });
      await recordPaidRefund(store.context, id, { reference, provider });
      assert.equal(await overdue(), 0);
    }));

  it('is refused if the provider has made it meanwhile, and that refund is recorded', () =>
    withPlace(async (store, bank, order) => {
      const { id } = await refused(store, bank, { order });
      bank.books.push(bank.book('a', 400, 'completed', id));
      const { provider } = bank;
      await assert.rejects(recordPaidRefund(store.context, id, { reference, provider }), {
        code: 'refund_not_recorded',
        message: `Refund ${id} was made at bank: look at order ${order}.`,
      });
      assert.deepEqual(await refundStates(store, order), ['requested 400 completed']);
      assert.equal((await refundRows(store, order))[0]?.paid_reference, null);
    }));

  it('is refused while a process sends it, or once the provider has accepted it', () =>
    withPlace(async (store, bank, order) => {
      const refund = await refused(store, bank, { order });
      const { provider } = bank;
      const pay = () => recordPaidRefund(store.context, refund.id, { reference, provider });
      await claimRefund(store.context, refund);
      await assert.rejects(pay(), { message: /^Refund .* is being sent/ });
      store.setNow(store.context.now() + 9e7);
      bank.responds = undefined;
      bank.makes = 'pending';
      await sendRefunds(store.context, provider);
      await assert.rejects(pay(), { message: /^bank has accepted refund / });
      assert.deepEqual(await refundStates(store, order), ['requested 400 pending']);
    }));

  it('is left to a process that claims it while the provider’s books are read', () =>
    withPlace(async (store, bank, order) => {
      const refund = await refused(store, bank, { order });
      let until: number | undefined;
      const slow = {
        ...bank.provider,
        async *refundsOf(money: string) {
          yield* bank.provider.refundsOf(money);
          store.setNow(store.context.now() + 60_001);
          const [now] = await refundRows(store, order);
          until = await claimRefund(store.context, now!);
        },
      };
      const paid = recordPaidRefund(store.context, refund.id, { reference, provider: slow });
      await assert.rejects(paid, { message: /has changed meanwhile/ });
      const [claimed] = await refundRows(store, order);
      assert.deepEqual([claimed?.state, claimed?.next_attempt_at], ['pending', until]);
    }));

  it('stays completed when a delayed process is then refused by the provider', () =>
    withPlace(async (store, bank, order) => {
      const { id } = await refused(store, bank, { order });
      const heldUp: Provider = {
        ...bank.provider,
        async refund(one) {
          store.setNow(store.context.now() + 60_001);
          await recordPaidRefund(store.context, id, { reference, provider: undefined });
          bank.books.push(bank.book('a', 700, 'completed'));
          return bank.provider.refund(one);
        },
      };
      await sendRefundsOf(store.context, heldUp, order);
      assert.deepEqual(await refundStates(store, order), [
        'provider 700 completed',
        'requested 400 completed',
      ]);
    }));

  it('is refused if another took its place, if its provider is not configured, or for a dispute', () =>
    withPlace(async (store, bank, order) => {
      const { id } = await bounced(store, bank, order);
      const { provider } = bank;
      const dispute = { ...bank.book('a', 700, 'pending'), cause: 'dispute' } as const;
      await applyReport(store.context, provider, dispute);
      await assert.rejects(recordPaidRefund(store.context, id, { reference, provider }), {
        message: `Another refund, or a dispute, took the place of refund ${id}.`,
      });
      const other = { ...provider, name: 'another' };
      await assert.rejects(recordPaidRefund(store.context, id, { reference, provider: other }), {
        message: `Refund ${id} is one of bank, whose settings are missing here. Look there yourself, then record it unchecked.`,
      });
      const disputed = (await refundRows(store, order)).find(({ cause }) => cause === 'dispute');
      await assert.rejects(recordPaidRefund(store.context, disputed?.id ?? '', { reference, provider }), {
        message: /is a dispute/,
      });
      await assert.rejects(recordPaidRefund(store.context, 'rfd_0', { reference, provider }), {
        message: 'There is no refund rfd_0.',
      });
      assert.deepEqual(await refundStates(store, order), ['dispute 700 pending', 'requested 400 failed']);
    }));

  it('is refused beside a dispute in another currency, or another refund in the books', async () => {
    const amount = { currency: 'USD', amount_minor: 1 };
    const happen: readonly ((store: TestStore, bank: Bank) => unknown)[] = [
      ({ context }, { provider, book }) =>
        applyReport(context, provider, { ...book('a', 1, 'pending'), cause: 'dispute', amount }),
      (_store, { books, book }) => books.push(book('a', 700, 'completed')),
    ];
    for (const one of happen)
      await withPlace(async (store, bank, order) => {
        const { id } = await bounced(store, bank, order);
        await one(store, bank);
        const { provider } = bank;
        await assert.rejects(recordPaidRefund(store.context, id, { reference, provider }), /took the place/);
      });
  });

  it('is refused, and has failed, if another refund or a dispute took its money while pending', async () => {
    for (const cause of ['provider', 'dispute'] as const)
      for (const isRead of [true, false])
        await withPlace(async (store, bank, order) => {
          const { id } = await refused(store, bank, { order });
          const { provider } = bank;
          const other = { ...bank.book('a', 700, 'completed'), cause };
          if (isRead && cause === 'provider') bank.books.push(other);
          else await applyReport(store.context, provider, other);
          const paid = { reference, provider: isRead ? provider : undefined };
          await assert.rejects(recordPaidRefund(store.context, id, paid), {
            message: `Refund ${id} has failed: other refunds or a dispute leave less than it of the payment of order ${order}.`,
          });
          assert.deepEqual(await refundStates(store, order), [
            `${cause} 700 completed`,
            'requested 400 failed',
          ]);
          const { refunded_minor, refund_pending_minor } = await store.db.kysely
            .selectFrom('orders')
            .selectAll()
            .where('id', '=', order)
            .executeTakeFirstOrThrow();
          assert.deepEqual([refunded_minor, refund_pending_minor], [700, 0]);
          assert.ok((await refundRows(store, order)).every(({ paid_reference }) => paid_reference === null));
        });
  });

  it('makes a later refund fail unsent when refunds at the provider have used up the money', () =>
    withPlace(async (store, bank, order) => {
      const { provider } = bank;
      const { id } = await refused(store, bank, { order });
      await recordPaidRefund(store.context, id, { reference, provider });
      bank.responds = undefined;
      await requestRefund(store.context, MERCHANT, order, kilograms(6));
      const atDashboard = bank.book('a', 300, 'completed');
      bank.books.push(atDashboard);
      await applyReport(store.context, provider, atDashboard);
      const sent = bank.sent.length;
      await sendRefundsOf(store.context, provider, order);
      assert.equal(bank.sent.length, sent);
      assert.deepEqual(await refundStates(store, order), [
        'provider 300 completed',
        'requested 400 completed',
        'requested 600 failed',
      ]);
      const { refunded_minor } = await store.db.kysely
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', order)
        .executeTakeFirstOrThrow();
      assert.equal(refunded_minor, 700);
    }));

  it('is unchanged if the provider’s books cannot be read, and is recorded without them', () =>
    withPlace(async (store, bank, order) => {
      const refund = await refused(store, bank, { order });
      const refundsOf: Provider['refundsOf'] = () => {
        throw new ProviderError('bank', 'refunds', { status: 401 });
      };
      const provider = { ...bank.provider, refundsOf };
      await assert.rejects(
        recordPaidRefund(store.context, refund.id, { reference, provider }),
        ProviderError,
      );
      assert.deepEqual(await refundRows(store, order), [refund]);
      await applyReport(store.context, provider, bank.book('a', 600, 'completed'));
      await recordPaidRefund(store.context, refund.id, { reference, provider: undefined });
      assert.deepEqual(await refundStates(store, order), [
        'provider 600 completed',
        'requested 400 completed',
      ]);
    }));

  it('that has failed at the provider is refused once, then another is recorded in its place', () =>
    withPlace(async (store, bank, order) => {
      const { id } = await refused(store, bank, { order });
      bank.books.push(bank.book('a', 400, 'failed', id));
      const paid = { reference, provider: bank.provider };
      await assert.rejects(recordPaidRefund(store.context, id, paid), {
        message: `Refund ${id} has failed at bank: record it again, and another one is completed in its place.`,
      });
      await recordPaidRefund(store.context, id, paid);
      assert.deepEqual(await refundStates(store, order), ['requested 400 completed', 'requested 400 failed']);
    }));

  it("of surplus money is recorded without the provider's books", async () => {
    const store = await openStore(await database());
    const order = await createPaidOrder(store, { money: 'b', minor: 1500 });
    const [surplus] = await refundRows(store, order);
    await recordPaidRefund(store.context, surplus?.id ?? '', { reference, provider: undefined });
    assert.deepEqual(await refundStates(store, order), ['surplus 500 completed']);
    const { transaction_id, order_minor } = (await refundRows(store, order))[0]!;
    assert.deepEqual([transaction_id, order_minor], [null, 0]);
    await store.db.close();
  });

  it('of surplus money replaces one that bounced, unless another did; a completed one is refused', async () => {
    const store = await openStore(await database());
    const { context } = store;
    const bank = new Bank();
    const order = await createPaidOrder(store, { money: 'a', minor: 1500 });
    const pay = (id: string) => recordPaidRefund(context, id, { reference, provider: undefined });
    /** Sends the latest refund, which comes back. @returns its identifier. */
    async function returned(): Promise<string> {
      await sendRefunds(context, bank.provider);
      const id = (await refundRows(store, order)).at(-1)?.id ?? assert.fail();
      await assert.rejects(pay(id), { message: `Refund ${id} is completed.` });
      await applyReport(context, bank.provider, bank.book('a', 500, 'failed', id));
      store.setNow(context.now() + 1000);
      return id;
    }
    const first = await returned();
    await refundOrder(context, order, { part: undefined });
    await assert.rejects(pay(first), { message: /took the place/ });
    await pay(await returned());
    assert.deepEqual(await refundStates(store, order), [
      'surplus 500 completed',
      'surplus 500 failed',
      'surplus 500 failed',
    ]);
    await store.db.close();
  });

  it('and that the provider later reports as made is recorded as one more refund', () =>
    withPlace(async (store, bank, order) => {
      const { id } = await refused(store, bank, { order });
      const { provider } = bank;
      await recordPaidRefund(store.context, id, { reference, provider });
      const late = { ...bank.book('a', 400, 'completed', id), amount: INR(400) };
      for (const _ of [1, 2]) await applyReport(store.context, provider, late);
      assert.deepEqual(await refundStates(store, order), [
        'provider 400 completed',
        'requested 400 completed',
      ]);
    }));
});
