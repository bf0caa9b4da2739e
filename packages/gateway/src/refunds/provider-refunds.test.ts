import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { applyReport } from '../payments/apply-report.ts';
import { checkOpenPayments } from '../payments/check-open-payments.ts';
import { findOverdueRefunds } from '../payments/find-overdue.ts';
import { reconcileBooks } from '../payments/reconcile-books.ts';
import { sendRefunds, sendRefundsOf } from '../payments/send-refunds.ts';
import { TEST_DIALECTS } from '../testing/provider-dialects.ts';
import { openShop, type ProviderShop } from '../testing/provider-shop.ts';
import { until } from '../testing/until.ts';

const AMOUNT = 137_405;
const INR = (amount_minor: number) => ({ currency: 'INR', amount_minor });

for (const dialect of TEST_DIALECTS) {
  describe(`refunds and disputes made at ${dialect.name}`, () => {
    let shop: ProviderShop;
    before(async () => {
      shop = await openShop(dialect);
    });
    after(() => shop.close());
    const summary = async (id: string) =>
      (await shop.fetchRefunds(id)).map(({ cause, status, amount, grams }) => [
        cause,
        status,
        amount.amount_minor,
        grams,
      ]);

    it('records a dashboard refund once, however often it is reported', async () => {
      const { id, payment } = await shop.paid();
      const booked = shop.book({ kind: 'refund', payment, money: INR(AMOUNT), state: 'completed' });
      await Promise.all([
        shop.sendRefundEvent(booked),
        shop.sendRefundEvent(booked),
        shop.sendRefundEvent(booked, 'evt_same'),
      ]);
      await shop.sendRefundEvent(booked, 'evt_same');
      assert.deepEqual(await summary(id), [['provider', 'completed', AMOUNT, 1_146_000]]);
      const shown = await shop.fetchOrder(id);
      assert.deepEqual([shown.status, shown.refunded], ['completed', INR(AMOUNT)]);
      const rows = shop.db.kysely.selectFrom('transactions').selectAll().where('refund_id', 'is not', null);
      assert.equal((await rows.where('order_id', '=', id).execute()).length, 1);
    });

    it("keeps a partial refund completed when 'pending' is reported after 'completed'", async () => {
      const { id, payment } = await shop.paid();
      const booked = shop.book({ kind: 'refund', payment, money: INR(1000), state: 'completed' });
      await shop.sendRefundEvent(booked);
      await shop.sendRefundEvent({ ...booked, state: 'pending' });
      assert.deepEqual(await summary(id), [['provider', 'completed', 1000, 8340]]);
      const rest = await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {});
      assert.deepEqual(rest.json.amount, INR(AMOUNT - 1000));
    });

    it('keeps a dispute pending until it is decided: lost, it is a refund; won, it is none', async () => {
      const [lost, won] = [await shop.paid(), await shop.paid()];
      for (const [order, state] of [
        [lost, 'completed'],
        [won, 'failed'],
      ] as const) {
        const dispute = shop.book({
          kind: 'dispute',
          payment: order.payment,
          money: INR(AMOUNT),
          state: 'pending',
        });
        await shop.sendRefundEvent(dispute);
        const open = await shop.fetchOrder(order.id);
        assert.deepEqual([open.refunded, open.refund_pending], [undefined, INR(AMOUNT)]);
        const refused = await shop.caller.post(`/offset-gateway/orders/${order.id}/refunds`, {});
        assert.equal(refused.json.error, 40907, 'disputed money is not refunded beside');
        dispute.state = state;
        await shop.sendRefundEvent(dispute);
        assert.deepEqual(await summary(order.id), [['dispute', state, AMOUNT, 1_146_000]]);
      }
      assert.deepEqual((await shop.fetchOrder(lost.id)).refunded, INR(AMOUNT));
      const { refunded, refund_pending, status } = await shop.fetchOrder(won.id);
      assert.deepEqual([refunded, refund_pending, status], [undefined, undefined, 'completed']);
    });

    it('ignores a late event of a dispute that has since been decided', async () => {
      const { id, payment } = await shop.paid();
      const dispute = shop.book({ kind: 'dispute', payment, money: INR(AMOUNT), state: 'pending' });
      await shop.sendRefundEvent(dispute);
      for (const [state, late] of [
        ['failed', 'completed'],
        ['completed', 'failed'],
      ] as const) {
        dispute.state = state;
        await shop.sendRefundEvent(dispute);
        assert.equal((await shop.sendRefundEvent({ ...dispute, state: late })).status, 200);
        assert.deepEqual(await summary(id), [['dispute', state, AMOUNT, 1_146_000]]);
      }
    });

    it('takes the rest of the order for a dispute that is lost after it was won', async () => {
      const [whole, part] = [await shop.paid(), await shop.paid()];
      for (const [order, left] of [
        [whole, AMOUNT],
        [part, AMOUNT - 59_950],
      ] as const) {
        const { payment } = order;
        const dispute = shop.book({ kind: 'dispute', payment, money: INR(AMOUNT), state: 'pending' });
        await shop.sendRefundEvent(dispute);
        dispute.state = 'failed';
        await shop.sendRefundEvent(dispute);
        if (left < AMOUNT) {
          const half = await shop.caller.post(`/offset-gateway/orders/${order.id}/refunds`, {
            emission_amount: 500,
          });
          assert.equal(half.json.amount.amount_minor, AMOUNT - left);
          await sendRefundsOf(shop.context, shop.provider, order.id);
        }
        dispute.state = 'completed';
        for (const event of ['lost', 'lost again'])
          await shop.sendRefundEvent(dispute, `${event} ${order.id}`);
        const { refunded, refund_pending } = await shop.fetchOrder(order.id);
        assert.deepEqual([refunded, refund_pending], [INR(AMOUNT), undefined]);
        const transactions = await shop.db.kysely
          .selectFrom('transactions')
          .select(['amount_minor', 'grams'])
          .where('order_id', '=', order.id)
          .execute();
        const sum = (of: 'amount_minor' | 'grams') => transactions.reduce((all, one) => all + one[of], 0);
        assert.deepEqual([sum('amount_minor'), sum('grams')], [0, 0]);
      }
      assert.deepEqual(await summary(whole.id), [['dispute', 'completed', AMOUNT, 1_146_000]]);
      assert.deepEqual(await summary(part.id), [
        ['dispute', 'completed', AMOUNT, 646_000],
        ['requested', 'completed', 59_950, 500_000],
      ]);
    });

    it('logs an error once for a dispute that is lost after its payment was refunded', async () => {
      const { id, payment } = await shop.paid();
      const dispute = shop.book({ kind: 'dispute', payment, money: INR(AMOUNT), state: 'failed' });
      await shop.sendRefundEvent(dispute);
      await shop.sendRefundEvent(
        shop.book({ kind: 'refund', payment, money: INR(AMOUNT), state: 'completed' }),
      );
      dispute.state = 'completed';
      for (const event of ['lost', 'lost again']) await shop.sendRefundEvent(dispute, `${event} ${id}`);
      const errors = shop.log
        .map((line) => JSON.parse(line))
        .filter(({ level, order }) => level === 50 && order === id);
      assert.deepEqual(
        errors.map(({ msg, currency, amount_minor }) => [msg, currency, amount_minor]),
        [['more of a payment was returned than came in; run doctor', 'INR', AMOUNT]],
      );
    });

    it('keeps the reference of a payment when a later report names other money', async () => {
      const { id, payment, session } = await shop.paid();
      const report = { kind: 'payment', state: 'paid', reference: session.id } as const;
      await applyReport(shop.context, shop.provider, { ...report, paymentReference: 'other_money' });
      assert.deepEqual(
        (await shop.payments(id)).map((one) => one.payment_reference),
        [payment],
      );
    });

    it('fetches the payment of a refund that is reported before it', async () => {
      const { id, session } = await shop.begun();
      shop.take(session);
      const booked = shop.book({
        kind: 'refund',
        payment: session.payment ?? '',
        money: INR(500),
        state: 'completed',
      });
      assert.equal((await shop.sendRefundEvent(booked)).status, 200);
      assert.equal((await shop.fetchOrder(id)).status, 'completed');
      assert.deepEqual(await summary(id), [['provider', 'completed', 500, 4170]]);
    });

    it('does not refund late money again that was refunded by hand', async () => {
      const { id, path, session } = await shop.begun();
      await shop.caller.raw(path, { method: 'POST', body: new URLSearchParams({ action: 'cancel' }) });
      shop.take(session);
      shop.api.failing = 100;
      await shop.sendSessionEvent(session);
      const booked = shop.book({
        kind: 'refund',
        payment: session.payment ?? '',
        money: INR(AMOUNT),
        state: 'completed',
      });
      await shop.sendRefundEvent(booked);
      shop.api.failing = 0;
      assert.deepEqual(await summary(id), [['surplus', 'completed', AMOUNT, 0]]);
      await sendRefundsOf(shop.context, shop.provider, id);
      assert.equal(
        [...shop.api.books.refunds.values()].filter(({ payment }) => payment === session.payment).length,
        1,
      );
    });

    it('fails a refund if refunds at the dashboard have used up its money', async () => {
      const { id, payment } = await shop.paid();
      // At the dashboard, and its event is lost.
      const parts = [AMOUNT - 10, 10].map((minor) =>
        shop.book({ kind: 'refund', payment, money: INR(minor), state: 'completed' }),
      );
      assert.equal((await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {})).status, 201);
      await sendRefundsOf(shop.context, shop.provider, id);
      assert.deepEqual(
        (await shop.fetchRefunds(id)).map(({ cause, status }) => [cause, status]),
        [
          ['requested', 'failed'],
          ['provider', 'completed'],
          ['provider', 'completed'],
        ],
      );
      assert.equal(parts.length, 2);
      assert.deepEqual(await summaryOfMoney(id), AMOUNT);
      assert.match((await faults(id))[0] ?? '', /other refunds and disputes leave less/);
    });

    /** Why its refunds failed, oldest first. */
    const faults = async (id: string): Promise<(string | null)[]> => {
      const { kysely } = shop.db;
      const refunds = kysely.selectFrom('refunds').select('fault').where('order_id', '=', id);
      return (await refunds.orderBy('id').execute()).map(({ fault }) => fault);
    };

    async function summaryOfMoney(id: string): Promise<number> {
      const refunds = (await shop.fetchRefunds(id)).filter(({ status }) => status === 'completed');
      return refunds.reduce((sum, { amount }) => sum + amount.amount_minor, 0);
    }

    it('makes a surplus due again when the dashboard refund that took its place fails', async () => {
      const { id, path, session } = await shop.begun();
      await shop.caller.raw(path, { method: 'POST', body: new URLSearchParams({ action: 'cancel' }) });
      shop.take(session);
      shop.api.failing = 100;
      await shop.sendSessionEvent(session);
      shop.api.failing = 0;
      const payment = session.payment ?? '';
      const byHand = shop.book({ kind: 'refund', payment, money: INR(AMOUNT), state: 'pending' });
      await sendRefundsOf(shop.context, shop.provider, id);
      const states = async () => (await summary(id)).map(([cause, status]) => `${cause} ${status}`);
      assert.deepEqual(await states(), ['surplus pending']);
      byHand.state = 'failed';
      await Promise.all([shop.sendRefundEvent(byHand), shop.sendRefundEvent(byHand)]);
      await sendRefundsOf(shop.context, shop.provider, id);
      assert.deepEqual(await states(), ['surplus failed', 'surplus completed']);
    });

    it('fails a refund of more than other refunds leave, and then refunds the rest', async () => {
      const [late, kept] = [await shop.begun(), await shop.paid()];
      await shop.caller.raw(late.path, { method: 'POST', body: new URLSearchParams({ action: 'cancel' }) });
      shop.take(late.session);
      shop.api.failing = 100;
      await shop.sendSessionEvent(late.session);
      assert.equal((await shop.caller.post(`/offset-gateway/orders/${kept.id}/refunds`, {})).status, 201);
      shop.api.failing = 0;
      // At the dashboard, and its event is lost.
      for (const payment of [late.session.payment ?? '', kept.payment])
        shop.book({ kind: 'refund', payment, money: INR(1000), state: 'completed' });
      for (const { id } of [late, kept])
        for (const _ of ['refused', 'what is left']) await sendRefundsOf(shop.context, shop.provider, id);
      const of = async (id: string) =>
        (await shop.fetchRefunds(id)).map(
          ({ cause, status, amount }) => `${cause} ${status} ${amount.amount_minor}`,
        );
      assert.deepEqual((await of(late.id)).toSorted(), [
        'provider completed 1000',
        `surplus completed ${AMOUNT - 1000}`,
        `surplus failed ${AMOUNT}`,
      ]);
      assert.deepEqual((await of(kept.id)).toSorted(), [
        'provider completed 1000',
        `requested failed ${AMOUNT}`,
      ]);
      assert.equal((await shop.caller.post(`/offset-gateway/orders/${kept.id}/refunds`, {})).status, 201);
      await sendRefundsOf(shop.context, shop.provider, kept.id);
      assert.equal((await of(kept.id)).at(-1), `requested completed ${AMOUNT - 1000}`);
      assert.equal(
        (await shop.caller.post(`/offset-gateway/orders/${kept.id}/refunds`, {})).json.error,
        40907,
      );
    });

    const repeats: [name: string, days: number, attempts: number][] = [
      ['whose response was lost, at a provider that knows no keys', 0, 1],
      ['before a backup was restored, and whose key the provider has forgotten since', 2, 0],
    ];
    for (const [name, days, attempts] of repeats) {
      it(`does not repeat a refund that was made, ${name}`, async () => {
        const { id, payment } = await shop.paid();
        shop.api.failing = 1000;
        const part = { emission_amount: 100 };
        assert.equal((await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, part)).status, 201);
        await until(async () => (await shop.refunds(id)).every(({ fault }) => fault !== null));
        await shop.db.kysely.updateTable('refunds').set({ attempts }).where('order_id', '=', id).execute();
        const [{ id: refundId, amount_minor } = assert.fail()] = await shop.refunds(id);
        const booked = shop.book({ kind: 'refund', payment, money: INR(amount_minor), state: 'completed' });
        shop.api.books.refunds.set(booked.id, { ...booked, refundId });
        shop.advance(days * 24 * 3_600_000);
        shop.api.failing = 0;
        await sendRefundsOf(shop.context, shop.provider, id);
        const made = [...shop.api.books.refunds.values()].filter((one) => one.payment === payment);
        assert.equal(made.length, 1);
        assert.deepEqual(
          (await shop.fetchRefunds(id)).map(({ cause, status }) => [cause, status]),
          [['requested', 'completed']],
        );
      });
    }

    it('checks a refund that the provider left pending', async () => {
      const { id } = await shop.paid();
      shop.api.refundsAre = 'pending';
      await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {});
      await sendRefundsOf(shop.context, shop.provider, id);
      shop.api.refundsAre = 'completed';
      assert.deepEqual((await shop.fetchOrder(id)).refund_pending, INR(AMOUNT));
      const [row] = await shop.refunds(id);
      const booked = shop.api.books.refunds.get(row?.provider_reference ?? '') ?? assert.fail();
      booked.state = 'completed';
      shop.advance(3 * 3_600_000);
      await sendRefunds(shop.context, shop.provider);
      assert.deepEqual((await shop.fetchOrder(id)).refunded, INR(AMOUNT));
    });

    it('refunds the part of an order that an open dispute leaves, and no more', async () => {
      const { id, payment } = await shop.paid();
      await shop.sendRefundEvent(
        shop.book({ kind: 'dispute', payment, money: INR(100_000), state: 'pending' }),
      );
      const rest = await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {});
      assert.deepEqual([rest.status, rest.json.amount], [201, INR(AMOUNT - 100_000)]);
      const more = await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, { emission_amount: 1 });
      assert.equal(more.json.error, 40907);
    });

    it('refunds nothing beside an open dispute in another currency', async () => {
      const { id, payment } = await shop.paid();
      const money = { currency: 'USD', amount_minor: 1 };
      const dispute = shop.book({ kind: 'dispute', payment, money, state: 'pending' });
      assert.equal((await shop.sendRefundEvent(dispute)).status, 200);
      const beside = await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {});
      assert.deepEqual(
        [beside.json.error, beside.json.message],
        [40907, 'Nothing is left of the payment: all of it is refunded at the provider, or disputed.'],
      );
      dispute.state = 'failed';
      await shop.sendRefundEvent(dispute);
      const whole = await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {});
      assert.deepEqual(whole.json.amount, INR(AMOUNT));
    });

    for (const states of [
      ['completed'],
      ['pending', 'completed'],
      ['pending', 'failed', 'completed'],
    ] as const)
      it(`takes everything left of the order for a dispute lost in another currency: ${states}`, async () => {
        const { id, payment } = await shop.paid();
        await shop.sendRefundEvent(
          shop.book({ kind: 'refund', payment, money: INR(77), state: 'completed' }),
        );
        const money = { currency: 'USD', amount_minor: 1650 };
        const dispute = shop.book({ kind: 'dispute', payment, money, state: states[0] });
        for (const state of states) {
          assert.deepEqual((await shop.fetchOrder(id)).refunded, INR(77));
          dispute.state = state;
          for (const event of ['one', 'again'])
            await shop.sendRefundEvent(dispute, `${event} ${state} ${id}`);
          assert.equal((await shop.fetchOrder(id)).refund_pending, undefined);
        }
        assert.deepEqual((await shop.fetchOrder(id)).refunded, INR(AMOUNT));
        assert.deepEqual(await summary(id), [
          ['provider', 'completed', 77, 642],
          ['dispute', 'completed', AMOUNT, 1_146_000 - 642],
        ]);
        dispute.state = 'failed';
        await shop.sendRefundEvent(dispute);
        assert.deepEqual((await shop.fetchOrder(id)).refunded, INR(77));
      });

    it('finds refunds and disputes whose events were lost when comparing the books', async () => {
      const [one, two] = [await shop.paid(), await shop.paid()];
      shop.book({ kind: 'refund', payment: one.payment, money: INR(77), state: 'completed' });
      shop.book({ kind: 'dispute', payment: two.payment, money: INR(AMOUNT), state: 'pending' });
      await reconcileBooks(shop.context, shop.provider);
      assert.deepEqual((await shop.fetchOrder(one.id)).refunded, INR(77));
      assert.deepEqual((await shop.fetchOrder(two.id)).refund_pending, INR(AMOUNT));
    });

    it('leaves entries before the given start of a comparison to the next comparison', async () => {
      const { id, payment } = await shop.paid();
      await reconcileBooks(shop.context, shop.provider);
      const booked = shop.book({ kind: 'refund', payment, money: INR(77), state: 'completed' });
      const hour = 3_600_000;
      shop.api.books.refunds.set(booked.id, { ...booked, madeAt: shop.context.now() + hour });
      shop.advance(48 * hour);
      await reconcileBooks(shop.context, shop.provider, shop.context.now() - hour);
      assert.deepEqual(await summary(id), []);
      await reconcileBooks(shop.context, shop.provider);
      assert.deepEqual(await summary(id), [['provider', 'completed', 77, 642]]);
    });

    it('finds a refund that failed days later, its event lost, when comparing the books', async () => {
      const { id, payment } = await shop.paid();
      assert.equal((await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {})).status, 201);
      await sendRefundsOf(shop.context, shop.provider, id);
      assert.deepEqual(await summary(id), [['requested', 'completed', AMOUNT, 1_146_000]]);
      shop.advance(2 * 24 * 3_600_000);
      await reconcileBooks(shop.context, shop.provider);
      const made = [...shop.api.books.refunds.values()].find((one) => one.payment === payment);
      if (made) made.state = 'failed';
      shop.advance(24 * 3_600_000);
      await reconcileBooks(shop.context, shop.provider);
      assert.deepEqual(await summary(id), [['requested', 'failed', AMOUNT, 1_146_000]]);
      assert.equal((await shop.fetchOrder(id)).refunded, undefined);
      // Razorpay gives no reason.
      assert.deepEqual(await faults(id), [dialect.name === 'stripe' ? 'expired_or_canceled_card' : null]);
    });

    if (dialect.name === 'razorpay') {
      it('takes the lost part for a dispute lost in part, and the rest can be refunded', async () => {
        const { id, payment } = await shop.paid();
        const dispute = shop.book({ kind: 'dispute', payment, money: INR(AMOUNT), state: 'pending' });
        await shop.sendRefundEvent(dispute);
        Object.assign(dispute, { state: 'completed', deducted: 59_950 });
        for (const event of ['partly', 'partly again']) await shop.sendRefundEvent(dispute, event);
        const { refunded, refund_pending } = await shop.fetchOrder(id);
        assert.deepEqual([refunded, refund_pending], [INR(59_950), undefined]);
        assert.deepEqual(await summary(id), [['dispute', 'completed', 59_950, 500_001]]);
        const rest = await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {});
        assert.deepEqual([rest.status, rest.json.amount], [201, INR(AMOUNT - 59_950)]);
        await sendRefundsOf(shop.context, shop.provider, id);
        assert.deepEqual((await shop.fetchOrder(id)).refunded, INR(AMOUNT));
      });

      it('gives the rest of a dispute lost in part to a refund that found nothing left beside it', async () => {
        const { id, payment } = await shop.paid();
        const dispute = shop.book({ kind: 'dispute', payment, money: INR(AMOUNT), state: 'pending' });
        await shop.sendRefundEvent(dispute);
        await shop.sendRefundEvent(
          shop.book({ kind: 'refund', payment, money: INR(40_000), state: 'completed' }),
        );
        Object.assign(dispute, { state: 'completed', deducted: 59_950 });
        for (const event of ['partly', 'partly again']) await shop.sendRefundEvent(dispute, `${event} ${id}`);
        const { refunded, refund_pending } = await shop.fetchOrder(id);
        assert.deepEqual([refunded, refund_pending], [INR(99_950), undefined]);
      });

      it('refunds the part of a surplus that a dispute lost in part leaves', async () => {
        const { id, path, session } = await shop.begun();
        await shop.caller.raw(path, { method: 'POST', body: new URLSearchParams({ action: 'cancel' }) });
        shop.take(session);
        shop.api.failing = 100;
        await shop.sendSessionEvent(session);
        const payment = session.payment ?? '';
        const dispute = shop.book({ kind: 'dispute', payment, money: INR(AMOUNT), state: 'pending' });
        await shop.sendRefundEvent(dispute);
        shop.api.failing = 0;
        await sendRefundsOf(shop.context, shop.provider, id);
        Object.assign(dispute, { state: 'completed', deducted: 59_950 });
        for (const event of ['partly', 'partly again']) await shop.sendRefundEvent(dispute, `${event} ${id}`);
        await sendRefundsOf(shop.context, shop.provider, id);
        assert.deepEqual((await summary(id)).toSorted(), [
          ['dispute', 'completed', 59_950, 0],
          ['surplus', 'completed', AMOUNT - 59_950, 0],
          ['surplus', 'failed', AMOUNT, 0],
        ]);
      });

      it('refuses a part below one rupee, which Razorpay does not return, and refunds one rupee', async () => {
        const { id } = await shop.paid();
        const part = (emission_amount: number) =>
          shop.caller.post(`/offset-gateway/orders/${id}/refunds`, { emission_amount });
        const { status, json } = await part(0.825);
        assert.deepEqual([status, json.error], [400, 40002]);
        assert.equal(
          json.message,
          'emission_amount: would refund 99 minor units of INR, and razorpay returns at least 100. Refund more of the order.',
        );
        assert.deepEqual(await summary(id), []);
        assert.equal((await part(0.834)).json.amount.amount_minor, 100);
        await until(async () => (await summary(id))[0]?.[1] === 'completed');
      });

      it('refuses to refund the rest of an order below one rupee', async () => {
        const { id } = await shop.paid();
        const refund = (body: object) => shop.caller.post(`/offset-gateway/orders/${id}/refunds`, body);
        assert.equal((await refund({ emission_amount: 1145.9 })).status, 201);
        await until(async () => (await summary(id))[0]?.[1] === 'completed');
        const { status, json } = await refund({});
        assert.deepEqual([status, json.error], [409, 40907]);
        assert.match(json.message, /^12 minor units of INR are left/);
      });

      it('takes nothing from the order when Razorpay returns a second payment by itself', async () => {
        const { id, payment, session } = await shop.paid();
        session.returned = 'pay_twice';
        const byRazorpay = { kind: 'refund', payment: 'pay_twice', money: INR(AMOUNT) } as const;
        assert.equal(
          (await shop.sendRefundEvent(shop.book({ ...byRazorpay, state: 'completed' }))).status,
          200,
        );
        assert.deepEqual(await summary(id), []);
        assert.deepEqual(
          (await shop.payments(id)).map((one) => one.payment_reference),
          [payment],
        );
      });

      it('counts no payment that came after the page expired and that Razorpay returned by itself', async () => {
        const { id, session } = await shop.begun();
        Object.assign(session, { state: 'closed', returned: 'pay_late' });
        await checkOpenPayments(shop.context, shop.provider, { all: true });
        assert.equal((await shop.fetchOrder(id)).status, 'pending');
        assert.deepEqual(
          (await shop.payments(id)).map(({ state }) => state),
          ['failed'],
        );
      });
    }

    if (dialect.name === 'stripe') {
      it('records a refund of which only charge.refunded is received', async () => {
        const { id, payment } = await shop.paid();
        shop.book({ kind: 'refund', payment, money: INR(99), state: 'completed' });
        const object = { id: 'ch_1', object: 'charge', payment_intent: payment, amount_refunded: 99 };
        const body = JSON.stringify({ id: 'evt_charge', type: 'charge.refunded', data: { object } });
        assert.equal((await shop.sendEvent(() => ({ body, headers: {} }))).status, 200);
        assert.deepEqual(await summary(id), [['provider', 'completed', 99, 825]]);
      });

      it('lists a refund held for lack of balance as overdue with that reason until it proceeds', async () => {
        const { id } = await shop.paid();
        shop.api.refundsAre = 'pending';
        await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {});
        await sendRefundsOf(shop.context, shop.provider, id);
        shop.api.refundsAre = 'completed';
        const [row] = await shop.refunds(id);
        const booked = shop.api.books.refunds.get(row?.provider_reference ?? '') ?? assert.fail();
        const overdue = async () => {
          await shop.sendRefundEvent(booked);
          const late = await findOverdueRefunds(shop.db.kysely, shop.context.now() + 1);
          return late.filter((one) => one.order_id === id).map(({ fault }) => fault);
        };
        assert.deepEqual(await overdue(), []);
        booked.isHeld = true;
        assert.deepEqual(await overdue(), ['insufficient_funds']);
        booked.isHeld = false;
        assert.deepEqual(await overdue(), []);
        booked.isHeld = true;
        await overdue();
        booked.state = 'completed';
        assert.deepEqual(await overdue(), []);
        assert.deepEqual((await shop.refunds(id))[0]?.fault, null);
      });

      it("holds the order during a bank's inquiry, and counts a dashboard refund once that closes it", async () => {
        const { id, payment } = await shop.paid();
        const inquiry = { id: 'dp_inquiry', payment_intent: payment, amount: AMOUNT, currency: 'inr' };
        const tell = (type: string, status: string) =>
          shop.sendEvent((event) => {
            const object = { ...inquiry, object: 'dispute', status };
            return { body: JSON.stringify({ id: event, type, data: { object } }), headers: {} };
          });
        await tell('charge.dispute.created', 'warning_needs_response');
        const refused = await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {});
        assert.deepEqual(
          [refused.json.error, (await shop.fetchOrder(id)).refund_pending],
          [40907, INR(AMOUNT)],
        );
        assert.match(refused.json.message, /refunded, disputed or free/);
        await shop.sendRefundEvent(
          shop.book({ kind: 'refund', payment, money: INR(AMOUNT), state: 'completed' }),
        );
        await tell('charge.dispute.closed', 'warning_closed');
        const { refunded, refund_pending } = await shop.fetchOrder(id);
        assert.deepEqual([refunded, refund_pending], [INR(AMOUNT), undefined]);
      });

      it('refuses an event with 503 while the provider is unavailable, and applies its repeat', async () => {
        const { id, session } = await shop.begun();
        shop.take(session);
        const booked = shop.book({
          kind: 'refund',
          payment: session.payment ?? '',
          money: INR(5),
          state: 'completed',
        });
        // More calls than the background work makes meanwhile.
        shop.api.failing = 1000;
        const { status } = await shop.sendRefundEvent(booked, 'evt_again');
        assert.equal(status, 503);
        shop.api.failing = 0;
        assert.equal((await shop.sendRefundEvent(booked, 'evt_again')).status, 200);
        assert.deepEqual((await shop.fetchOrder(id)).refunded, INR(5));
      });
    }
  });
}
