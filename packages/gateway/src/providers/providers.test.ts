import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createOrder } from '../orders/create.ts';
import { TEXTS } from '../pages/messages/texts.ts';
import { checkOpenPayments } from '../payments/check-open-payments.ts';
import { sendRefundsOf } from '../payments/send-refunds.ts';
import { unkeptOf } from '../refunds/unkept.ts';
import { SANDBOX } from '../sandbox.ts';
import { TEST_DIALECTS } from '../testing/provider-dialects.ts';
import { openShop, type ProviderShop, withShop } from '../testing/provider-shop.ts';
import { until } from '../testing/until.ts';
import { paymentOrigins } from './payment-origins.ts';
import { RAZORPAY_EVENTS } from './razorpay-reports.ts';
import { STRIPE_EVENTS } from './stripe-reports.ts';

for (const dialect of TEST_DIALECTS) {
  describe(dialect.name, () => {
    let shop: ProviderShop;
    before(async () => {
      shop = await openShop(dialect);
    });
    after(() => shop.close());
    const status = async (id: string): Promise<string> => (await shop.fetchOrder(id)).status;
    const refunded = (id: string) =>
      until(async () => {
        const all = await shop.refunds(id);
        return all.length > 0 && all.every(({ state }) => state === 'completed') && all;
      });

    it('sends the payer to the provider with the exact amount, and a second click to the same payment', async () => {
      const { id, path } = await shop.order();
      const page = await shop.caller.raw(path);
      const name = { stripe: 'Stripe', razorpay: 'Razorpay' }[dialect.name];
      assert.ok(page.text.includes(`pay securely on ${name}`));
      // Browsers follow a form to no other origin.
      const [origin] = paymentOrigins(shop.config);
      const policy = page.headers.get('content-security-policy') ?? '';
      assert.ok(origin !== undefined && policy.includes(`form-action 'self' ${origin}`), policy);
      const first = await shop.pay(path);
      assert.equal(first.status, 303);
      const request = shop.api.requests.at(-1);
      assert.equal(request?.path, dialect.startPath);
      const sent = decodeURIComponent(request?.body.replaceAll('+', ' ') ?? '');
      for (const part of [`${path}?from=provider`, TEXTS.en.creditsToBuy])
        assert.ok(sent.includes(part), sent);
      if (dialect.name === 'stripe') assert.match(sent, new RegExp(`cancel_url=[^&]*${path}(?:&|$)`));
      assert.match(request?.body ?? '', /137405/);
      assert.match(request?.body ?? '', /inr/i);
      if (dialect.name === 'stripe')
        assert.match(
          request?.body ?? '',
          /adaptive_pricing\[enabled\]=false/,
          'in the currency that is shown',
        );
      const opened = shop.api.books.sessions.size;
      assert.equal((await shop.pay(path)).headers.get('location'), first.headers.get('location'));
      assert.equal(shop.api.books.sessions.size, opened);
      const [payment] = await shop.payments(id);
      const session = shop.api.books.sessions.get(payment?.reference ?? '') ?? assert.fail();
      shop.take(session);
      assert.equal((await shop.sendSessionEvent(session)).status, 200);
      assert.equal(await status(id), 'completed');
    });

    it('omits a return URL longer than the provider accepts', async () => {
      for (const [length, isKept] of [
        [100, true],
        [5000, false],
      ] as const) {
        const { path } = await shop.order();
        const back = `https://air.example/${'x'.repeat(length)}`;
        assert.equal((await shop.pay(`${path}?return_url=${back}`)).status, 303);
        const sent = decodeURIComponent(shop.api.requests.at(-1)?.body ?? '');
        assert.ok(sent.includes('from=provider'), sent);
        assert.equal(sent.includes('return_url='), isKept, sent);
      }
    });

    it("names certificates of fuel as such on the provider's page, in the payer's language", async () => {
      for (const language of ['en', 'de'] as const) {
        const { path } = await shop.order({ portfolio: 'aviation-fuel' });
        assert.equal((await shop.pay(`${path}?lang=${language}`)).status, 303);
        const sent = decodeURIComponent(shop.api.requests.at(-1)?.body.replaceAll('+', ' ') ?? '');
        assert.ok(sent.includes(TEXTS[language].fuel.creditsToBuy), sent);
      }
    });

    it('opens one page for twenty clicks at once', async () => {
      const { id, path } = await shop.order();
      const opened = shop.api.books.sessions.size;
      const { promise, resolve: open } = Promise.withResolvers<void>();
      shop.api.gate = promise;
      const clicks = Promise.all(Array.from({ length: 20 }, () => shop.pay(path)));
      setTimeout(open, 500);
      const responses = await clicks;
      shop.api.gate = undefined;
      assert.deepEqual(new Set(responses.map(({ status: code }) => code)), new Set([303]));
      assert.equal(new Set(responses.map(({ headers }) => headers.get('location'))).size, 1);
      assert.equal(shop.api.books.sessions.size, opened + 1);
      assert.equal((await shop.payments(id)).length, 1);
    });

    it('shows a waiting page to a payer who is back before the provider has sent an event', async () => {
      const { path } = await shop.begun();
      const { text } = await shop.caller.raw(`${path}?from=provider`);
      assert.match(text, /<main data-waits>/);
    });

    it('completes an order once for repeated events about its payment', async () => {
      const { id, session } = await shop.begun();
      shop.take(session);
      const events = await Promise.all([
        shop.sendSessionEvent(session, `evt_${id}`),
        shop.sendSessionEvent(session, `evt_${id}`),
        shop.sendSessionEvent(session, `evt_${id}_other`),
      ]);
      assert.deepEqual(
        events.map((one) => one.status),
        [200, 200, 200],
      );
      assert.deepEqual(
        (await shop.payments(id)).map(({ state, kept_minor, learned_by }) => [state, kept_minor, learned_by]),
        [['captured', 137_405, 'event']],
      );
      const transactions = shop.db.kysely.selectFrom('transactions').selectAll().where('order_id', '=', id);
      assert.equal((await transactions.execute()).length, 1);
      await shop.sendSessionEvent({ ...session, state: 'closed' });
      assert.equal(await status(id), 'completed');
    });

    it('lets the payer try again on the same order after a payment that was not made', async () => {
      const { id, path, session } = await shop.begun();
      session.state = 'closed';
      await shop.sendSessionEvent(session);
      assert.equal(await status(id), 'pending');
      assert.equal((await shop.pay(path)).status, 303);
      const [first, second] = await shop.payments(id);
      assert.deepEqual([first?.state, second?.state], ['failed', 'started']);
      const again = shop.api.books.sessions.get(second?.reference ?? '') ?? assert.fail();
      shop.take(again);
      await shop.sendSessionEvent(again);
      assert.equal(await status(id), 'completed');
    });

    it('refunds money that comes after the payer cancelled, once', async () => {
      const { id, path, session } = await shop.begun();
      await shop.caller.raw(path, { method: 'POST', body: new URLSearchParams({ action: 'cancel' }) });
      assert.equal(await status(id), 'failed');
      shop.take(session);
      shop.api.failing = dialect.name === 'stripe' ? 3 : 1;
      await shop.sendSessionEvent(session);
      assert.equal(await status(id), 'failed');
      await until(async () => (await shop.refunds(id)).some(({ fault }) => fault !== null));
      const { text } = await shop.caller.raw(path);
      assert.ok(text.includes('is being refunded') && !text.includes(TEXTS.en.failedNote), text);
      shop.api.failing = 0;
      assert.equal((await sendRefundsOf(shop.context, shop.provider, id)).fault, undefined);
      const [refund] = await refunded(id);
      assert.deepEqual([refund?.cause, refund?.amount_minor, refund?.order_minor], ['surplus', 137_405, 0]);
      assert.match((await shop.caller.raw(path)).text, /was refunded on \d/);
      const requests = shop.api.requests.filter(
        (one) =>
          one.method === 'POST' &&
          one.path === dialect.refundPath(session.payment ?? '') &&
          one.body.includes(refund?.id ?? '?'),
      );
      assert.ok(requests.length > 1, 'it was requested again');
      const keys = requests.map(
        ({ headers }) => headers['idempotency-key'] ?? headers['x-refund-idempotency'],
      );
      assert.equal(new Set(keys).size, 1);
      assert.equal(
        [...shop.api.books.refunds.values()].filter(({ payment }) => payment === session.payment).length,
        1,
      );
    });

    const wrong: [name: string, received: { currency: string; amount_minor: number }][] = [
      ['too little money', { currency: 'INR', amount_minor: 137_404 }],
      ['the right number of another currency', { currency: 'IDR', amount_minor: 137_405 }],
    ];
    for (const [name, received] of wrong) {
      it(`refunds ${name} in full and does not complete the order`, async () => {
        const { id, path, session } = await shop.begun();
        shop.take(session, received);
        await shop.sendSessionEvent(session);
        assert.equal(await status(id), 'pending');
        const [refund] = await refunded(id);
        assert.deepEqual(
          [refund?.currency, refund?.amount_minor],
          [received.currency, received.amount_minor],
        );
        assert.equal((await shop.pay(path)).status, 303, 'the payer may pay again');
      });
    }

    it('completes the order with too much money, and refunds the difference', async () => {
      const { id, session } = await shop.begun();
      shop.take(session, { currency: 'INR', amount_minor: 140_000 });
      await shop.sendSessionEvent(session);
      const order = await shop.fetchOrder(id);
      assert.deepEqual(
        [order.status, order.refunded, order.refund_pending],
        ['completed', undefined, undefined],
      );
      const [refund] = await refunded(id);
      assert.deepEqual([refund?.cause, refund?.amount_minor], ['surplus', 2595]);
    });

    it('records no refund of a difference that the provider cannot return', async () => {
      const { id, session } = await shop.begun();
      shop.take(session, { currency: 'INR', amount_minor: session.due.amount_minor + 50 });
      await shop.sendSessionEvent(session);
      assert.equal((await shop.fetchOrder(id)).status, 'completed');
      const razorpay = dialect.name === 'razorpay';
      assert.deepEqual(
        (await shop.refunds(id)).map(({ amount_minor }) => amount_minor),
        razorpay ? [] : [50],
      );
      const [payment] = await shop.payments(id);
      assert.equal(payment && unkeptOf(payment, []), razorpay ? 0 : 50);
    });

    it('queries the provider after an event without an amount, which completes nothing', async () => {
      const { id, session } = await shop.begun();
      shop.take(session);
      const { status: code } = await shop.sendEvent((event) => {
        const { body, headers } = dialect.session(event, session);
        return {
          body: body.replaceAll(/"(?:amount_total|amount|currency)":[^,}]+,?/g, '').replaceAll(',}', '}'),
          headers,
        };
      });
      assert.equal(code, 200);
      const [payment] = await shop.payments(id);
      if (payment?.state !== 'captured') assert.equal(await status(id), 'pending');
      await checkOpenPayments(shop.context, shop.provider);
      assert.equal(await status(id), 'completed');
      const [settled] = await shop.payments(id);
      assert.deepEqual([settled?.received_minor, settled?.learned_by], [137_405, 'question']);
    });

    it('ignores a late event that the session expired after its payment was captured', async () => {
      const { id, session } = await shop.begun();
      shop.take(session);
      await shop.sendSessionEvent(session);
      const [captured] = await shop.payments(id);
      assert.equal(captured?.state, 'captured');
      assert.equal((await shop.sendSessionEvent({ ...session, state: 'closed' })).status, 200);
      assert.deepEqual(await shop.payments(id), [captured]);
    });

    it('refuses an event with a wrong signature', async () => {
      const { id, session } = await shop.begun();
      const paid = { ...session, state: 'paid' as const, payment: 'forged', received: session.due };
      const reply = await shop.sendEvent((event) => dialect.session(event, paid), { signature: 'forged' });
      assert.equal(reply.status, 401);
      assert.equal(await status(id), 'pending');
    });

    it('refuses a signed body that is no valid event with a code, and accepts unknown types', async () => {
      for (const body of [
        'null',
        '[]',
        '"text"',
        '{}',
        '{"id":"evt","type":"refund.created","data":null}',
        // Stripe sends this to an endpoint for thin events.
        '{"id":"evt","object":"v2.core.event","type":"v1.refund.created"}',
        '{',
      ]) {
        const reply = await shop.sendEvent(() => ({ body, headers: {} }));
        assert.equal(reply.status, 400, `${body} returned ${reply.status}`);
        assert.equal(reply.json.error, 40002);
      }
      for (const type of dialect.name === 'stripe' ? STRIPE_EVENTS : RAZORPAY_EVENTS) {
        const body = JSON.stringify({ id: 'evt_x', type, event: type, data: { object: null }, payload: {} });
        assert.equal((await shop.sendEvent(() => ({ body, headers: {} }))).status, 400, type);
      }
      // PostgreSQL stores no NUL, and its indexes hold no identifier of that length.
      const { id, session } = await shop.begun();
      for (const reference of ['session_\0', 'x'.repeat(3000)]) {
        const paid = {
          ...session,
          id: reference,
          state: 'paid' as const,
          payment: 'money',
          received: session.due,
        };
        const reply = await shop.sendEvent((event) => dialect.session(event, paid));
        assert.deepEqual([reply.status, reply.json.error], [400, 40002], reply.text);
      }
      // No page could show such money, so every view of the order would be an error.
      const money = { currency: 'rupees', amount_minor: 1 };
      const taken = { ...session, state: 'paid' as const, payment: 'money', received: money };
      const returned = { id: 'r', payment: 'money', money, state: 'pending', refundId: undefined } as const;
      for (const reply of [
        await shop.sendSessionEvent(taken),
        await shop.sendRefundEvent({ ...returned, kind: 'refund' }),
        await shop.sendRefundEvent({ ...returned, kind: 'dispute' }),
      ])
        assert.deepEqual([reply.status, reply.json.error], [400, 40002], reply.text);
      assert.equal(await status(id), 'pending');
      const unknown = JSON.stringify({
        id: 'evt_y',
        type: 'x.y',
        event: 'x.y',
        data: { object: null },
        payload: {},
      });
      assert.equal((await shop.sendEvent(() => ({ body: unknown, headers: {} }))).status, 200);
    });

    it('ignores money of others on the same account', async () => {
      const foreign = {
        id: 'foreign_1',
        paymentId: '',
        orderId: 'booking 7',
        due: { currency: 'INR', amount_minor: 500 },
        state: 'paid',
        payment: 'money_foreign',
        received: undefined,
      } as const;
      assert.equal((await shop.sendSessionEvent(foreign)).status, 200);
      const amount = { payment: 'money_foreign', money: foreign.due, refundId: undefined } as const;
      assert.equal(
        (await shop.sendRefundEvent({ ...amount, id: 'r_f', kind: 'refund', state: 'completed' })).status,
        200,
      );
      assert.deepEqual(await shop.db.kysely.selectFrom('unclaimed_payments').selectAll().execute(), []);
    });

    it('shows a failure of the provider to the payer, and the order stays pending', async () => {
      const { id, path } = await shop.order();
      shop.api.failing = 3;
      const { status: code, text } = await shop.pay(path);
      shop.api.failing = 0;
      assert.equal(code, 502);
      assert.match(text, /role="alert"/);
      assert.equal(await status(id), 'pending');
      assert.equal((await shop.pay(path)).status, 303, 'and may try again');
    });

    it('logs no keys or tokens that the provider repeats', async () => {
      const { path } = await shop.order();
      Object.assign(shop.api, { failing: 100, echoing: true });
      await shop.pay(path);
      let leaked = '';
      await assert.rejects(shop.provider.findByMoney('money_secret'), (error: Error) => {
        leaked = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`;
        return error.name === 'ProviderError';
      });
      Object.assign(shop.api, { failing: 0, echoing: false });
      const log = shop.log.join('') + leaked;
      assert.match(log, /a payment could not be started/);
      const secrets = [
        ...Object.values(dialect.environment),
        'money_secret',
        Buffer.from('rzp_test_unmistakable').toString('base64').slice(0, 24),
        path.split('/').at(-1) ?? '',
      ];
      for (const secret of secrets) assert.ok(!log.includes(secret), `${secret} is in the log`);
    });

    it('has no sandbox endpoint to settle an order', async () => {
      const { id } = await shop.order();
      assert.equal(
        (await shop.caller.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' })).status,
        404,
      );
    });
  });
}

/** A currency whose minor unit differs at Stripe, or of which not every amount can be paid. */
interface Special {
  readonly currency: string;
  /** Price of a tonne, minor units of ISO 4217, and as the provider states it. */
  readonly amount: number;
  readonly stripe: number;
  readonly razorpay: number;
  /** A quarter of the price, as refunded. */
  readonly quarter: number;
}

const SPECIAL: readonly Special[] = [
  { currency: 'ISK', amount: 1502, stripe: 150_200, razorpay: 1502, quarter: 376 },
  { currency: 'UGX', amount: 40_000, stripe: 4_000_000, razorpay: 40_000, quarter: 10_000 },
  { currency: 'MGA', amount: 5_000_200, stripe: 50_002, razorpay: 5_000_200, quarter: 1_250_050 },
  { currency: 'KWD', amount: 4150, stripe: 4150, razorpay: 4150, quarter: 1040 },
];

for (const dialect of TEST_DIALECTS) {
  describe(`${dialect.name}, with currencies that have special minor units`, () => {
    let shop: ProviderShop;
    before(async () => {
      shop = await openShop(dialect);
      const { id: project } = await shop.db.kysely
        .selectFrom('projects')
        .select('id')
        .orderBy('position')
        .executeTakeFirstOrThrow();
      for (const { currency, amount: minor_per_tonne } of SPECIAL)
        await shop.db.kysely
          .insertInto('project_prices')
          .values({ project, currency, effective_from: shop.context.now(), minor_per_tonne, inr_per_unit: 1 })
          .execute();
    });
    after(() => shop.close());

    for (const { currency, amount, quarter, ...stated } of SPECIAL) {
      const factor = stated[dialect.name] / amount;
      // Stripe charges and refunds whole ariary.
      const part = dialect.name === 'stripe' && currency === 'MGA' ? 1_250_100 : quarter;

      it(`${currency}: is paid, disputed and refunded to the minor unit`, async () => {
        const { id, session, payment } = await shop.paid({ currency, emission_amount: 1000 });
        assert.deepEqual(session.due, { currency, amount_minor: stated[dialect.name] });
        const shown = await shop.fetchOrder(id);
        assert.deepEqual([shown.status, shown.price], ['completed', { currency, amount_minor: amount }]);
        const [row] = await shop.payments(id);
        assert.deepEqual([row?.received_currency, row?.received_minor], [currency, amount]);

        const money = { currency, amount_minor: part * factor };
        const dispute = shop.book({ kind: 'dispute', payment, money, state: 'pending' });
        await shop.sendRefundEvent(dispute);
        dispute.state = 'failed';
        await shop.sendRefundEvent(dispute);
        await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, { emission_amount: 250 });
        await shop.caller.post(`/offset-gateway/orders/${id}/refunds`, {});
        const refunds = await until(async () => {
          const all = await shop.refunds(id);
          return all.length === 3 && all.every(({ state }) => state !== 'pending') && all;
        });
        assert.deepEqual(
          refunds.map(({ state, amount_minor }) => [state, amount_minor]),
          [
            ['failed', part],
            ['completed', part],
            ['completed', amount - part],
          ],
        );
        const returned = [...shop.api.books.refunds.values()].filter(
          (one) => one.kind === 'refund' && one.payment === payment,
        );
        assert.deepEqual(
          returned.map((one) => one.money.amount_minor),
          [part * factor, (amount - part) * factor],
        );
      });
    }

    it('opens a page no longer than the provider allows, however long orders stay pending', async () => {
      const environment = { GATEWAY_ORDER_TTL_SECONDS: String(365 * 86_400) };
      await withShop(dialect, { environment }, async (patient) => {
        await patient.begun();
        const { body = '' } = patient.api.requests.findLast(({ path }) => path === dialect.startPath) ?? {};
        const until = Number(/expire(?:s_at=|_by":)(\d+)/.exec(body)?.[1]);
        const days = (until - Date.now() / 1000) / 86_400;
        assert.ok(days > 0 && days < { stripe: 1, razorpay: 181 }[dialect.name], `${days} days`);
      });
    });

    it('KWD: refuses an amount the provider cannot accept before calling it, and logs the reason', async () => {
      // Created while the gateway had another provider: it would cost 4760 now.
      const earlier = { ...shop.context, provider: 'sandbox' } as const;
      const input = { currency: 'KWD', emission_amount: 1146, emission_unit: 'kgCO2' } as const;
      const { body } = await createOrder(earlier, SANDBOX.merchantId, input);
      const { order_id: id, payment_url } = JSON.parse(body);
      const path = new URL(payment_url).pathname;
      const requests = shop.api.requests.length;
      assert.equal((await shop.pay(path)).status, 502);
      assert.equal(shop.api.requests.length, requests, 'the provider is not called');
      const reason = `${dialect.name} start: 4756 minor units of KWD are no multiple of 10`;
      assert.ok(shop.log.some((line) => line.includes(reason)));
      assert.deepEqual(
        (await shop.payments(id)).map(({ state }) => state),
        ['failed'],
      );
      // Money that the merchant collects needs no provider.
      const confirmed = await shop.caller.post(`/offset-gateway/orders/${id}/confirm`, {});
      assert.equal(confirmed.json.status, 'completed');
    });
  });
}
