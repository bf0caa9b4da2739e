import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { failOrder } from '../orders/end/fail-order.ts';
import type { PaymentReport, Provider } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { sandboxProvider } from '../providers/sandbox.ts';
import type { PaymentRow } from '../store/schema.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { checkOpenPayments } from './check-open-payments.ts';
import { closePaymentsOfExpired } from './close-payments-of-expired.ts';
import { claimOpening, finishOpening } from './open-payment.ts';
import { refreshPayment } from './refresh-payment.ts';

const MINUTE_MS = 60_000;
const RECEIVED = { currency: 'INR', amount_minor: 1000 };

/** A provider whose pages are in a state; `calls` are the pages it was queried for. */
function bank(states: Record<string, PaymentReport['state'] | 'away'>, name = 'bank') {
  const calls: string[] = [];
  const away = (): never => {
    throw new ProviderError(name, 'find', { status: 500 });
  };
  const provider: Provider = {
    ...sandboxProvider(),
    name,
    async find({ reference }) {
      calls.push(`find ${reference}`);
      const state = states[reference] ?? 'open';
      if (state === 'away') return away();
      const paid = state === 'paid' ? { received: RECEIVED, paymentReference: `money ${reference}` } : {};
      return { kind: 'payment', reference, state, ...paid };
    },
    async close({ reference }) {
      calls.push(`close ${reference}`);
      if (states[reference] === 'paid') return away();
      states[reference] = 'closed';
    },
  };
  return { provider, calls, states };
}

/** An order whose payer is at the page `reference`, or for which the page is just requested. */
async function opened(
  { context }: TestStore,
  { reference, provider = 'bank' }: { readonly reference?: string; readonly provider?: string },
): Promise<string> {
  const input = { emission_amount: 10, emission_unit: 'kgCO2' as const };
  const { order_id: id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
  const claimed = await claimOpening(context, provider, { id, merchant_id: MERCHANT });
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  const page = { url: 'https://bank.example', expiresAt: 9e15 };
  if (reference !== undefined) await finishOpening(context, claimed, { ...page, reference });
  return id;
}

async function payment({ db }: TestStore, order: string): Promise<PaymentRow> {
  const found = db.kysely.selectFrom('payments').selectAll().where('order_id', '=', order);
  return found.executeTakeFirstOrThrow();
}

onBothEngines('checking an open payment', ({ database }) => {
  it('closes its page only if it is no longer wanted', async () => {
    const store = await openStore(await database());
    const order = await opened(store, { reference: 'a' });
    const { provider, calls } = bank({});
    const ask = async (close: boolean): Promise<string> =>
      refreshPayment(store.context, provider, await payment(store, order), { close });
    assert.equal(await ask(false), 'open');
    const { state, checks, check_at } = await payment(store, order);
    assert.deepEqual([state, checks, check_at], ['started', 1, store.context.now() + 10 * MINUTE_MS]);
    assert.equal(await ask(true), 'closed');
    assert.deepEqual(calls, ['find a', 'find a', 'close a']);
    const closed = await payment(store, order);
    assert.deepEqual([closed.state, closed.checks, closed.check_at], ['failed', 1, null], 'for good');
    await store.db.close();
  });

  it('captures a payment made just before its page was closed', async () => {
    const store = await openStore(await database());
    const order = await opened(store, { reference: 'a' });
    const { provider, states } = bank({});
    const late: Provider = {
      ...provider,
      close: async (one) => {
        states.a = 'paid';
        await provider.close(one);
      },
    };
    assert.equal(
      await refreshPayment(store.context, late, await payment(store, order), { close: true }),
      'paid',
    );
    assert.equal((await payment(store, order)).state, 'captured');
    await store.db.close();
  });

  it('records a fault if the provider fails or cannot close the page, until it responds again', async () => {
    const store = await openStore(await database());
    const order = await opened(store, { reference: 'a' });
    const { provider, states } = bank({ a: 'away' });
    const stubborn: Provider = {
      ...provider,
      close: async () => {
        throw new ProviderError('bank', 'close', { status: 409 });
      },
    };
    const ask = async (of: Provider, close: boolean): Promise<string> =>
      refreshPayment(store.context, of, await payment(store, order), { close });
    await assert.rejects(ask(provider, true), ProviderError);
    assert.equal((await payment(store, order)).fault, '500');
    states.a = 'open';
    await assert.rejects(ask(stubborn, true), /409/);
    const { fault, checks, state } = await payment(store, order);
    assert.deepEqual([fault, checks, state], ['409', 2, 'started']);
    assert.equal(await ask(provider, false), 'open');
    assert.equal((await payment(store, order)).fault, null);
    await store.db.close();
  });

  it('records no fault from a delayed process once another has read the state', async () => {
    const store = await openStore(await database());
    const order = await opened(store, { reference: 'a' });
    const { provider } = bank({});
    const ask = async (of: Provider): Promise<string> =>
      refreshPayment(store.context, of, await payment(store, order), { close: false });
    const heldUp: Provider = {
      ...provider,
      async find() {
        await ask(provider);
        throw new ProviderError('bank', 'find', { code: 'timeout' });
      },
    };
    await assert.rejects(ask(heldUp), ProviderError);
    const { fault, checks } = await payment(store, order);
    assert.deepEqual([fault, checks], [null, 1]);
    await store.db.close();
  });

  for (const state of ['open', 'processing', 'away'] as const)
    it(`is repeated at once if its order was cancelled meanwhile, though it was ${state}`, async () => {
      const store = await openStore(await database());
      const order = await opened(store, { reference: 'a' });
      const { provider, states } = bank({ a: state });
      const whileCancelled: Provider = {
        ...provider,
        async find(one) {
          await failOrder(store.context, MERCHANT, order);
          return provider.find(one);
        },
      };
      store.setNow(store.context.now() + 6 * MINUTE_MS);
      assert.equal((await checkOpenPayments(store.context, whileCancelled)).checked, 1);
      assert.equal((await payment(store, order)).check_at, store.context.now());
      states.a = 'open';
      assert.deepEqual(await checkOpenPayments(store.context, provider), { checked: 1, settled: 1 });
      assert.equal(states.a, 'closed');
      await store.db.close();
    });

  it('makes no call while its page is being opened, and fails it if that takes a minute', async () => {
    const store = await openStore(await database());
    const order = await opened(store, {});
    const { provider, calls } = bank({});
    const ask = async (): Promise<string> =>
      refreshPayment(store.context, provider, await payment(store, order), { close: true });
    assert.equal(await ask(), 'processing');
    assert.deepEqual(await checkOpenPayments(store.context, provider, { all: true }), {
      checked: 0,
      settled: 0,
    });
    assert.equal((await payment(store, order)).state, 'opening');
    store.setNow(store.context.now() + MINUTE_MS);
    assert.deepEqual(await checkOpenPayments(store.context, provider), { checked: 1, settled: 1 });
    const { state, check_at } = await payment(store, order);
    assert.deepEqual([state, check_at, calls], ['failed', null, []]);
    await store.db.close();
  });

  it('is repeated while its money has no reference', async () => {
    const store = await openStore(await database());
    const order = await opened(store, { reference: 'a' });
    const { provider } = bank({ a: 'paid' });
    const unnamed: Provider = {
      ...provider,
      async find(one) {
        const { paymentReference: _, ...report } = await provider.find(one);
        return report;
      },
    };
    const began = store.context.now() + 5 * MINUTE_MS + 1;
    store.setNow(began);
    assert.deepEqual(await checkOpenPayments(store.context, unnamed), { checked: 1, settled: 1 });
    const { state, check_at } = await payment(store, order);
    assert.deepEqual([state, check_at], ['captured', began + 10 * MINUTE_MS]);
    store.setNow(began + 10 * MINUTE_MS);
    await checkOpenPayments(store.context, provider);
    const named = await payment(store, order);
    assert.deepEqual([named.payment_reference, named.check_at], ['money a', null]);
    await store.db.close();
  });

  it('covers each payment of that provider, though one fails, and closes expired ones', async () => {
    const store = await openStore(await database());
    const away = await opened(store, { reference: 'away' });
    const order = await opened(store, { reference: 'a' });
    const other = await opened(store, { reference: 'other', provider: 'another' });
    const { provider, calls } = bank({ away: 'away' });
    store.setNow(store.context.now() + 5 * MINUTE_MS);
    const { checked, settled, fault } = await checkOpenPayments(store.context, provider);
    assert.deepEqual([checked, settled], [2, 0]);
    assert.ok(fault instanceof ProviderError);
    assert.deepEqual(calls, ['find away', 'find a'], 'and neither is closed');
    store.setNow(store.context.now() + store.context.orderTtlMs);
    await checkOpenPayments(store.context, provider);
    assert.deepEqual(calls.slice(2), ['find away', 'find a', 'close a']);
    const states = await Promise.all([away, order, other].map((id) => payment(store, id)));
    assert.deepEqual(
      states.map(({ state, fault }) => [state, fault]),
      [
        ['started', '500'],
        ['failed', null],
        ['started', null],
      ],
      'the fault is that of one alone',
    );
    await store.db.close();
  });

  it('goes on to the next payment after the gateway fails to apply one', async () => {
    const store = await openStore(await database());
    const broken = await opened(store, { reference: 'broken' });
    store.setNow(store.context.now() + 1);
    const order = await opened(store, { reference: 'a' });
    const { provider } = bank({ a: 'paid' });
    const unread: Provider = {
      ...provider,
      find: async (one) => {
        if (one.reference === 'broken') throw new TypeError('of secret-1');
        return provider.find(one);
      },
    };
    store.setNow(store.context.now() + 5 * MINUTE_MS);
    const first = await checkOpenPayments(store.context, unread, { limit: 1 });
    assert.ok(first.fault instanceof TypeError);
    const { fault, check_at } = await payment(store, broken);
    assert.equal(fault, "an error of the gateway's own, see its log");
    assert.equal(check_at, store.context.now() + 10 * MINUTE_MS);
    assert.deepEqual(await checkOpenPayments(store.context, unread, { limit: 1 }), {
      checked: 1,
      settled: 1,
    });
    assert.equal((await payment(store, order)).state, 'captured');
    await store.db.close();
  });

  it('keeps the payment due after a temporary database error', async () => {
    const store = await openStore(await database());
    const order = await opened(store, { reference: 'a' });
    const { provider } = bank({ a: 'paid' });
    const { check_at } = await payment(store, order);
    for (const code of ['40001', '55P03', '57P01', 'SQLITE_BUSY']) {
      const refused: Provider = {
        ...provider,
        find: async () => {
          throw Object.assign(new Error('refused'), { code });
        },
      };
      store.setNow((check_at ?? 0) + 1);
      assert.ok((await checkOpenPayments(store.context, refused)).fault instanceof Error);
      const kept = await payment(store, order);
      assert.deepEqual([kept.check_at, kept.checks, kept.fault], [check_at, 0, null], code);
    }
    await store.db.close();
  });

  it('lets an order expire only when its own payments at this provider allow it', async () => {
    const store = await openStore(await database());
    const order = await opened(store, { reference: 'a' });
    await opened(store, { reference: 'away' });
    const replaced = await opened(store, { reference: 'old', provider: 'another' });
    const { provider, calls } = bank({ away: 'away', a: 'paid', old: 'closed' });
    const mayExpire = (id: string): Promise<boolean> => {
      const expires_at = store.context.now() - 1;
      return closePaymentsOfExpired(store.context, provider, { id, merchant_id: MERCHANT, expires_at });
    };
    assert.equal(await mayExpire(order), true);
    assert.equal(await mayExpire(replaced), false, 'who holds it is not known here');
    assert.deepEqual(calls, ['find a']);
    await store.db.close();
  });
});
