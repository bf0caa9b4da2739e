import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sign } from '@flight-offset/core/server';
import Stripe from 'stripe';
import { readConfig } from '../config.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import type { OrderContext } from '../orders/context.ts';
import { LANGUAGES } from '../pages/messages.ts';
import { type Database, openDatabase } from '../store/engine.ts';
import { type Answer, type Caller, callerOf } from '../testing/caller.ts';
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts';
import { createProvider } from './create-provider.ts';
import { markForRefund, refundDue } from './refund.ts';

const STRIPE_WEBHOOK_SECRET = 'whsec_stripe_test';
const RAZORPAY_WEBHOOK_SECRET = 'razorpay-webhook-secret';

/** How one provider writes an event, and what it calls things. */
interface Dialect {
  readonly name: 'stripe' | 'razorpay';
  readonly environment: Record<string, string>;
  readonly signatureHeader: string;
  readonly refundPath: (payment: string) => string;
  readonly startPath: string;
  event(
    kind: 'paid' | 'expired',
    about: { id: string; reference: string; payment: string; amount: number },
  ): {
    body: string;
    headers: Record<string, string>;
  };
  sign(body: string): Promise<string>;
}

const stripe: Dialect = {
  name: 'stripe',
  environment: { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET },
  signatureHeader: 'stripe-signature',
  refundPath: () => '/v1/refunds',
  startPath: '/v1/checkout/sessions',
  event(kind, { id, reference, payment, amount }) {
    const object = {
      id: reference,
      object: 'checkout.session',
      payment_status: kind === 'paid' ? 'paid' : 'unpaid',
      payment_intent: kind === 'paid' ? payment : null,
      amount_total: amount,
    };
    const type = kind === 'paid' ? 'checkout.session.completed' : 'checkout.session.expired';
    return { body: JSON.stringify({ id, object: 'event', type, data: { object } }), headers: {} };
  },
  sign: (payload) =>
    Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: STRIPE_WEBHOOK_SECRET }),
};

const razorpay: Dialect = {
  name: 'razorpay',
  environment: { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 's', RAZORPAY_WEBHOOK_SECRET },
  signatureHeader: 'x-razorpay-signature',
  refundPath: (payment) => `/v1/payments/${payment}/refund`,
  startPath: '/v1/payment_links',
  event(kind, { id, reference, payment, amount }) {
    const body = {
      entity: 'event',
      event: kind === 'paid' ? 'payment_link.paid' : 'payment_link.expired',
      payload: {
        payment_link: { entity: { id: reference, amount } },
        ...(kind === 'paid' ? { payment: { entity: { id: payment, amount } } } : {}),
      },
    };
    return { body: JSON.stringify(body), headers: { 'x-razorpay-event-id': id } };
  },
  sign: (body) => sign(body, { scheme: 'hmac-sha256', secret: RAZORPAY_WEBHOOK_SECRET }),
};

for (const dialect of [stripe, razorpay]) {
  describe(dialect.name, () => {
    let folder = '';
    let api: FakeProvider;
    let gateway: RunningGateway;
    let caller: Caller;
    let db: Database;
    let environment: Record<string, string>;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gateway-provider-'));
      const databaseUrl = `sqlite:${join(folder, 'gateway.sqlite')}`;
      api = await startFakeProvider();
      environment = {
        ...dialect.environment,
        GATEWAY_PROVIDER: dialect.name,
        GATEWAY_PROVIDER_API_URL: api.url,
        DATABASE_URL: databaseUrl,
      };
      gateway = await startGateway({ databaseUrl, environment });
      caller = callerOf(gateway.url);
      db = openDatabase(databaseUrl);
    });
    after(async () => {
      await gateway.close();
      await db.close();
      await api.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function order(): Promise<{ id: string; path: string }> {
      const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1146 });
      return { id: json.order_id, path: new URL(json.payment_url).pathname };
    }
    const pay = (path: string): Promise<Answer> =>
      caller.raw(path, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) });
    const paymentOf = (id: string) =>
      db.kysely.selectFrom('payments').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow();
    const status = async (id: string): Promise<string> =>
      (await caller.get(`/offset-gateway/orders/${id}`)).json.status;
    async function tell(
      kind: 'paid' | 'expired',
      id: string,
      change: { event?: string; amount?: number; signature?: string } = {},
    ): Promise<Answer> {
      const { reference } = await paymentOf(id);
      const { event = `evt_${id}_${kind}`, amount = 137_405 } = change;
      const { body, headers } = dialect.event(kind, { id: event, reference, payment: `pay_${id}`, amount });
      const signature = change.signature ?? (await dialect.sign(body));
      return caller.raw(`/providers/${dialect.name}/events`, {
        method: 'POST',
        body,
        headers: { ...headers, [dialect.signatureHeader]: signature },
      });
    }
    async function refund(): Promise<number> {
      const context = { db, now: Date.now } as OrderContext;
      return refundDue(context, createProvider(readConfig(environment, { sandbox: true })));
    }

    it('sends the payer to the provider with the exact amount; a second click to the same payment', async () => {
      const { id, path } = await order();
      const first = await pay(path);
      assert.equal(first.status, 303);
      const asked = api.requests.at(-1);
      assert.equal(asked?.path, dialect.startPath);
      assert.match(asked?.body ?? '', /137405/);
      assert.match(asked?.body ?? '', /inr/i);
      const count = api.requests.length;
      assert.equal((await pay(path)).headers.get('location'), first.headers.get('location'));
      assert.equal(api.requests.length, count);
      assert.equal((await tell('paid', id)).status, 200);
      assert.equal(await status(id), 'completed');
    });

    it('back before the provider has told: the page waits', async () => {
      const { path } = await order();
      await pay(path);
      const { text } = await caller.raw(`${path}?from=provider`);
      assert.match(text, /<main data-waits>/);
    });

    it('the same event twice, and another about the same payment, complete once', async () => {
      const { id, path } = await order();
      await pay(path);
      const told = await Promise.all([
        tell('paid', id),
        tell('paid', id),
        tell('paid', id, { event: 'evt_x' }),
      ]);
      assert.deepEqual(
        told.map((one) => one.status),
        [200, 200, 200],
      );
      assert.equal((await paymentOf(id)).state, 'captured');
      const transactions = db.kysely.selectFrom('transactions').selectAll().where('order_id', '=', id);
      assert.equal((await transactions.execute()).length, 1);
      await tell('expired', id);
      assert.equal(await status(id), 'completed');
    });

    it('an expired payment fails the order; money that comes late is given back, once', async () => {
      const { id, path } = await order();
      await pay(path);
      await tell('expired', id);
      assert.equal(await status(id), 'failed');
      await tell('paid', id);
      assert.equal(await status(id), 'failed');
      assert.equal((await paymentOf(id)).state, 'refund_due');
      const { text } = await caller.raw(path);
      assert.ok(text.includes(LANGUAGES.en.refundDue) && !text.includes(LANGUAGES.en.failedNote));
      api.failing = dialect.name === 'stripe' ? 3 : 1;
      await assert.rejects(refund());
      assert.equal((await paymentOf(id)).state, 'refund_due');
      assert.equal(await refund(), 1);
      assert.equal((await paymentOf(id)).state, 'refunded');
      assert.match((await caller.raw(path)).text, /was given back on \d/);
      assert.equal(await refund(), 0);
      const refunds = api.requests.filter((one) => one.path === dialect.refundPath(`pay_${id}`));
      const keys = refunds.map(
        ({ headers }) => headers['idempotency-key'] ?? headers['x-refund-idempotency'],
      );
      assert.equal(new Set(keys).size, 1);
    });

    it('too little money does not complete an order', async () => {
      const { id, path } = await order();
      await pay(path);
      await tell('paid', id, { amount: 100 });
      assert.equal(await status(id), 'pending');
      const { state, amount_minor } = await paymentOf(id);
      assert.deepEqual([state, amount_minor], ['refund_due', 100]);
      await refund();
    });

    it('an operator gives the money of a completed order back', async () => {
      const { id, path } = await order();
      await pay(path);
      await tell('paid', id);
      assert.equal(await markForRefund({ db, now: Date.now } as OrderContext, id), 1);
      assert.equal(await refund(), 1);
      assert.equal(await status(id), 'completed');
    });

    it('an event with a wrong signature changes nothing; one about an unknown payment is told again', async () => {
      const { id, path } = await order();
      await pay(path);
      assert.equal((await tell('paid', id, { signature: 'forged' })).status, 401);
      assert.equal(await status(id), 'pending');
      const about = { id: 'evt_unknown', reference: 'unknown', payment: 'p', amount: 1 };
      const { body, headers } = dialect.event('paid', about);
      const unknown = await caller.raw(`/providers/${dialect.name}/events`, {
        method: 'POST',
        body,
        headers: { ...headers, [dialect.signatureHeader]: await dialect.sign(body) },
      });
      assert.equal(unknown.status, 404);
    });

    it('a provider that fails: the payer is told, the order waits', async () => {
      const { id, path } = await order();
      api.failing = 3;
      const { status: code, text } = await pay(path);
      api.failing = 0;
      assert.equal(code, 502);
      assert.match(text, /role="alert"/);
      assert.equal(await status(id), 'pending');
    });

    it('nobody settles an order by hand where a real provider is on', async () => {
      const { id } = await order();
      assert.equal(
        (await caller.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' })).status,
        404,
      );
    });
  });
}
