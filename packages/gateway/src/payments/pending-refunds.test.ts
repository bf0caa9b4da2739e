import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Provider } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import type { RefundRow } from '../store/schema.ts';
import { Bank, createPaidOrder, refundRows, refundStates } from '../testing/bank.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { applyReport } from './apply-report.ts';
import { claimRefund } from './refund-claim.ts';
import { sendRefunds, sendRefundsOf } from './send-refunds.ts';

const HOUR_MS = 3_600_000;

onBothEngines('pending refunds', ({ database }) => {
  it('are sent once, when due, to the provider that has the money', async () => {
    const store = await openStore(await database());
    const { context } = store;
    const bank = new Bank();
    const order = await createPaidOrder(store, { money: 'a', minor: 1500 });
    const other = await createPaidOrder(store, { money: 'b', minor: 1500, provider: 'another' });
    const send = (orderId?: string): Promise<object> =>
      orderId === undefined
        ? sendRefunds(context, bank.provider)
        : sendRefundsOf(context, bank.provider, orderId);
    assert.deepEqual(await send(), { sent: 1 });
    assert.deepEqual(await refundStates(store, order), ['surplus 500 completed']);
    assert.deepEqual(await refundStates(store, other), ['surplus 500 pending']);
    assert.deepEqual(
      [await send(order), await send(other), await send()],
      [{ sent: 0 }, { sent: 0 }, { sent: 0 }],
    );
    assert.equal(bank.sent.length, 1);
    const next = await createPaidOrder(store, { money: 'c', minor: 1500 });
    assert.deepEqual(await send(order), { sent: 0 }, 'those of one order alone');
    assert.deepEqual(await refundStates(store, next), ['surplus 500 pending']);
    await store.db.close();
  });

  it('are sent in turns by merchant, so that one with many does not delay the others', async () => {
    const store = await openStore(await database());
    const { context } = store;
    const bank = new Bank();
    for (const merchant of ['second', 'third']) await addMerchant(store.db, merchant);
    for (const merchant of [MERCHANT, MERCHANT, MERCHANT, 'second', 'third']) {
      await createPaidOrder(store, { money: `of ${context.now()}`, minor: 1500, merchant });
      store.setNow(context.now() + 1000);
    }
    const merchants = async (): Promise<string[]> => {
      const sent = bank.sent.splice(0);
      const rows = await store.db.kysely.selectFrom('refunds').select(['id', 'merchant_id']).execute();
      return sent.map((refund) => rows.find(({ id }) => id === refund)?.merchant_id ?? '');
    };
    assert.deepEqual(await sendRefunds(context, bank.provider, { limit: 2 }), { sent: 3 });
    assert.deepEqual(await merchants(), [MERCHANT, 'second', 'third']);
    assert.deepEqual(await sendRefunds(context, bank.provider, { limit: 1 }), { sent: 1 });
    assert.deepEqual(await merchants(), [MERCHANT]);
    await store.db.close();
  });

  it('taken by the provider do not hold up others when the gateway fails to read them', async () => {
    const store = await openStore(await database());
    const { context } = store;
    const bank = new Bank();
    bank.makes = 'pending';
    const orders = await Promise.all(
      ['a', 'b'].map((money) => createPaidOrder(store, { money, minor: 1500 })),
    );
    await sendRefunds(context, bank.provider);
    const read: string[] = [];
    const unread: Provider = {
      ...bank.provider,
      findRefund: async ({ provider_reference }) => {
        read.push(provider_reference ?? '');
        throw new TypeError('of secret-1');
      },
    };
    store.setNow(context.now() + HOUR_MS);
    for (const _ of orders) {
      const { fault } = await sendRefunds(context, unread, { limit: 1 });
      assert.ok(fault instanceof TypeError);
    }
    assert.equal(new Set(read).size, 2, 'each of them once');
    const rows = await Promise.all(orders.map((id) => refundRows(store, id)));
    assert.deepEqual(
      rows.flat().map(({ fault }) => fault),
      orders.map(() => "an error of the gateway's own, see its log"),
    );
    assert.deepEqual(await sendRefunds(context, unread), { sent: 0 }, 'it waits for its next turn');
    await store.db.close();
  });

  it('are left to other processes by one delayed past the end of its claim', async () => {
    const store = await openStore(await database());
    const { context } = store;
    const bank = new Bank();
    const order = await createPaidOrder(store, { money: 'a', minor: 1500 });
    bank.responds = { made: false };
    await sendRefunds(context, bank.provider);
    bank.responds = undefined;
    store.setNow(context.now() + HOUR_MS);
    const heldUp = {
      ...bank.provider,
      async *refundsOf(money: string) {
        yield* bank.provider.refundsOf(money);
        store.setNow(context.now() + 60_000);
      },
    };
    assert.deepEqual(await sendRefunds(context, heldUp), { sent: 0 });
    assert.equal(bank.sent.length, 1, 'another may be sending it');
    assert.deepEqual(await sendRefunds(context, bank.provider), { sent: 1 });
    assert.deepEqual(await refundStates(store, order), ['surplus 500 completed']);
    await store.db.close();
  });

  for (const taken of [true, false])
    it(`that a later claim ${taken ? 'has sent' : 'is sending'} are unchanged by the failure of an earlier one`, async () => {
      const store = await openStore(await database());
      const { context } = store;
      const bank = new Bank();
      bank.makes = 'pending';
      const order = await createPaidOrder(store, { money: 'a', minor: 1500 });
      const { promise: gate, resolve: open } = Promise.withResolvers<void>();
      const { promise: called, resolve: call } = Promise.withResolvers<void>();
      let later: Promise<unknown> | undefined;
      let left: RefundRow | undefined;
      const next: Provider = {
        ...bank.provider,
        async refund(one) {
          call();
          await gate;
          return bank.provider.refund(one);
        },
      };
      const heldUp: Provider = {
        ...bank.provider,
        async refund() {
          store.setNow(context.now() + 60_000);
          later = sendRefunds(context, next);
          await called;
          if (taken) open();
          if (taken) await later;
          [left] = await refundRows(store, order);
          throw new ProviderError('bank', 'refund', { code: 'timeout' });
        },
      };
      await sendRefunds(context, heldUp);
      assert.equal(left?.provider_reference !== null, taken);
      assert.deepEqual(await refundRows(store, order), [left]);
      open();
      await later;
      assert.equal(bank.sent.length, 1);
      await store.db.close();
    });

  it('that fail are retried after longer and longer waits, and hold up no others', async () => {
    const store = await openStore(await database());
    const bank = new Bank();
    const began = store.context.now();
    const order = await createPaidOrder(store, { money: 'a', minor: 1500 });
    bank.responds = { made: false };
    const { sent, fault } = await sendRefunds(store.context, bank.provider);
    assert.equal(sent, 0);
    assert.ok(fault instanceof ProviderError);
    assert.deepEqual(await sendRefunds(store.context, bank.provider), { sent: 0 }, 'not at once');
    const [first] = await refundRows(store, order);
    assert.deepEqual(
      [first?.attempts, first?.fault, (first?.next_attempt_at ?? 0) - began],
      [1, 'no', 30_000],
    );
    await createPaidOrder(store, { money: 'b', minor: 1500 });
    store.setNow(began + 30_000);
    await sendRefunds(store.context, bank.provider);
    assert.equal(bank.sent.length, 3, 'both');
    const [second] = await refundRows(store, order);
    assert.deepEqual([second?.attempts, (second?.next_attempt_at ?? 0) - began], [2, 90_000]);
    await store.db.close();
  });

  it('are all sent on request, due or not, except those that another process is sending', async () => {
    const store = await openStore(await database());
    const bank = new Bank();
    const order = await createPaidOrder(store, { money: 'a', minor: 1500 });
    bank.responds = { made: false };
    await sendRefunds(store.context, bank.provider);
    bank.responds = undefined;
    const [refused] = await refundRows(store, order);
    await claimRefund(store.context, refused ?? assert.fail());
    assert.deepEqual(await sendRefunds(store.context, bank.provider, { all: true }), { sent: 0 }, 'claimed');
    await store.db.kysely.updateTable('refunds').set({ fault: 'no balance' }).execute();
    assert.deepEqual(await sendRefunds(store.context, bank.provider, { all: true }), { sent: 1 });
    assert.deepEqual(await refundStates(store, order), ['surplus 500 completed']);
    assert.deepEqual(
      await sendRefunds(store.context, bank.provider, { all: true }),
      { sent: 0 },
      'no others',
    );
    await store.db.close();
  });

  it('are due again unchanged after a temporary database error', async () => {
    const store = await openStore(await database());
    const { context } = store;
    const bank = new Bank();
    bank.makes = 'pending';
    const order = await createPaidOrder(store, { money: 'a', minor: 1500 });
    const refuse = async () => {
      throw Object.assign(new Error('refused'), { code: 'SQLITE_BUSY' });
    };
    const refused = async () => {
      const provider = { ...bank.provider, refund: refuse, findRefund: refuse };
      assert.ok((await sendRefunds(context, provider)).fault instanceof Error);
      return refundRows(store, order);
    };
    const [due = assert.fail()] = await refundRows(store, order);
    const claimed = { ...due, next_attempt_at: context.now() + 60_000 };
    assert.deepEqual(await refused(), [claimed]);
    store.setNow(context.now() + 60_000);
    assert.deepEqual(await sendRefunds(context, bank.provider), { sent: 1 });
    const taken = await refundRows(store, order);
    store.setNow(context.now() + HOUR_MS);
    assert.deepEqual(await refused(), taken);
    await store.db.close();
  });

  for (const state of ['pending', 'completed'] as const)
    it(`whose response was lost are not made again, and are recorded as ${state}`, async () => {
      const store = await openStore(await database());
      const bank = new Bank();
      bank.makes = state;
      const order = await createPaidOrder(store, { money: 'a', minor: 1500 });
      bank.responds = { made: true };
      await sendRefunds(store.context, bank.provider);
      bank.responds = undefined;
      assert.deepEqual(await sendRefundsOf(store.context, bank.provider, order), { sent: 1 });
      assert.deepEqual([bank.sent.length, await refundStates(store, order)], [1, [`surplus 500 ${state}`]]);
      await store.db.close();
    });

  it('are sent by only one of several processes, and not again after that process died', async () => {
    const store = await openStore(await database());
    const bank = new Bank();
    const order = await createPaidOrder(store, { money: 'a', minor: 1500 });
    const sent = await Promise.all(
      [undefined, undefined, order, order].map((orderId) =>
        orderId === undefined
          ? sendRefunds(store.context, bank.provider)
          : sendRefundsOf(store.context, bank.provider, orderId),
      ),
    );
    assert.equal(
      sent.reduce((sum, one) => sum + one.sent, 0),
      1,
    );
    assert.deepEqual([bank.sent.length, await refundStates(store, order)], [1, ['surplus 500 completed']]);
    const next = await createPaidOrder(store, { money: 'b', minor: 1500 });
    const [made = assert.fail()] = await refundRows(store, next);
    await claimRefund(store.context, made);
    bank.books.push(bank.book('b', 500, 'completed', made.id));
    assert.deepEqual(await sendRefunds(store.context, bank.provider), { sent: 0 });
    store.setNow(store.context.now() + 60_000);
    assert.deepEqual(await sendRefunds(store.context, bank.provider), { sent: 1 });
    assert.deepEqual([bank.sent.length, await refundStates(store, next)], [1, ['surplus 500 completed']]);
    await store.db.close();
  });

  it('that waited longer than a provider remembers are looked up first', async () => {
    const store = await openStore(await database());
    const bank = new Bank();
    const order = await createPaidOrder(store, { money: 'a', minor: 1500 });
    const [refund] = await refundRows(store, order);
    bank.books.push(bank.book('a', 500, 'completed', refund?.id));
    store.setNow(store.context.now() + 21 * HOUR_MS);
    assert.deepEqual(await sendRefunds(store.context, bank.provider), { sent: 1 });
    assert.deepEqual([bank.sent, await refundStates(store, order)], [[], ['surplus 500 completed']]);
    await store.db.close();
  });

  it("are completed by the provider's response, whatever it calls them and their money", async () => {
    const store = await openStore(await database());
    const { context, db } = store;
    const bank = new Bank();
    const order = await createPaidOrder(store, { money: 'a' });
    for (const _ of [1, 2]) await requestRefund(context, MERCHANT, order, { input: { emission_amount: 1 } });
    const [first, second] = await refundRows(store, order);
    const later = { next_attempt_at: context.now() + HOUR_MS };
    await db.kysely
      .updateTable('refunds')
      .set(later)
      .where('id', '=', first?.id ?? '')
      .execute();
    assert.deepEqual(await sendRefunds(context, bank.provider), { sent: 1 });
    const [waits, done] = await refundRows(store, order);
    assert.deepEqual([waits?.state, done?.state, bank.sent], ['pending', 'completed', [second?.id]]);
    await db.close();
  });

  it('of money without a reference are a fault if the response names no known payment', async () => {
    const store = await openStore(await database());
    const bank = new Bank();
    const order = await createPaidOrder(store, { minor: 1500 });
    const { sent, fault } = await sendRefunds(store.context, bank.provider);
    assert.equal(sent, 0);
    assert.match(String(fault), /unknown_payment/);
    assert.equal((await refundRows(store, order))[0]?.attempts, 1);
    await store.db.close();
  });

  it('taken by the provider are queried, and stay pending if it does not find them', async () => {
    const store = await openStore(await database());
    const bank = new Bank();
    bank.makes = 'pending';
    const order = await createPaidOrder(store, { money: 'a', ended: true });
    const other = await createPaidOrder(store, { money: 'b', ended: true });
    await sendRefunds(store.context, bank.provider);
    const [untouched] = await refundRows(store, other);
    bank.books.push(bank.book('a', 1000, 'completed'));
    const { fault } = await sendRefundsOf(store.context, bank.provider, order);
    assert.match(String(fault), /404/);
    assert.deepEqual([bank.sent.length, await refundStates(store, order)], [2, ['surplus 1000 pending']]);
    assert.deepEqual(await refundRows(store, other), [untouched], 'another, taken at the same moment');
    await store.db.close();
  });

  /** Refused refunds of a surplus of 1,000, by what else the books hold of the money. */
  const refused: readonly (readonly [
    string,
    number,
    (bank: Bank, store: TestStore) => unknown,
    readonly string[],
  ])[] = [
    ['nothing', 400, () => {}, ['surplus 1000 pending']],
    [
      'the refund itself',
      400,
      (bank) => {
        bank.responds = { made: true, status: 400 };
      },
      ['surplus 1000 completed'],
    ],
    [
      'a refund that failed',
      400,
      (bank) => bank.books.push(bank.book('a', 400, 'failed')),
      ['provider 400 failed', 'surplus 1000 pending'],
    ],
    [
      'a refund, and the provider is away',
      503,
      (bank) => bank.books.push(bank.book('a', 400, 'completed')),
      ['surplus 1000 pending'],
    ],
    [
      'a refund',
      400,
      (bank) => bank.books.push(bank.book('a', 400, 'completed')),
      ['provider 400 completed', 'surplus 1000 failed', 'surplus 600 pending'],
    ],
    [
      'a dispute',
      400,
      (bank, { context }) =>
        applyReport(context, bank.provider, { ...bank.book('a', 400, 'pending'), cause: 'dispute' }),
      ['dispute 400 pending', 'surplus 1000 failed', 'surplus 600 pending'],
    ],
    [
      'a dispute that was won',
      400,
      (bank, { context }) =>
        applyReport(context, bank.provider, { ...bank.book('a', 400, 'failed'), cause: 'dispute' }),
      ['dispute 400 failed', 'surplus 1000 pending'],
    ],
    [
      'nothing, and other money is disputed',
      400,
      async (bank, store) => {
        await createPaidOrder(store, { money: 'b' });
        await applyReport(store.context, bank.provider, {
          ...bank.book('b', 400, 'pending'),
          cause: 'dispute',
        });
      },
      ['surplus 1000 pending'],
    ],
  ];
  for (const [name, status, happen, expected] of refused)
    it(`that are refused while the books hold ${name}: ${expected.join(', ')}`, async () => {
      const store = await openStore(await database());
      const bank = new Bank();
      bank.responds = { made: false, status };
      const order = await createPaidOrder(store, { money: 'a', ended: true });
      await happen(bank, store);
      await sendRefundsOf(store.context, bank.provider, order);
      assert.deepEqual(await refundStates(store, order), expected);
      await store.db.close();
    });
});
