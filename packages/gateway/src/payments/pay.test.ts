import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import type { PaymentRequest, PaymentStart, Provider } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { sandboxProvider } from '../providers/sandbox.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, type TestStore } from '../testing/store.ts';
import { type PayResult, pay } from './pay.ts';

const page = { returnUrl: 'https://g.example/back', cancelUrl: '', description: '', form: new Map() };

/** A provider which starts payments as the test says, and what was requested of it. */
function bank(starts: (request: PaymentRequest) => PaymentStart) {
  const requests: PaymentRequest[] = [];
  const closed: string[] = [];
  const provider: Provider = {
    ...sandboxProvider(),
    name: 'bank',
    async start(request) {
      requests.push(request);
      return starts(request);
    },
    find: async ({ reference }) => ({ kind: 'payment', reference, state: 'open' }),
    close: async ({ reference }) => void closed.push(reference),
  };
  return { provider, requests, closed };
}

/** An order, and a click on Pay. */
async function ordered({ context, db }: TestStore) {
  const input = { emission_amount: 10, emission_unit: 'kgCO2' as const };
  await createOrder(context, MERCHANT, input);
  const order = await db.kysely.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  const click = (provider: Provider): Promise<PayResult> => pay(context, provider, order, page);
  return { order, click };
}

onBothEngines('a click on Pay', ({ database }) => {
  it('starts a new payment at once after one that was declined or failed', async () => {
    const store = await openStore(await database());
    const { click } = await ordered(store);
    const starts: (() => PaymentStart)[] = [
      () => ({ kind: 'invalid', problem: 'declined' }),
      () => {
        throw new ProviderError('bank', 'start', { status: 500 });
      },
      () => ({ kind: 'redirect', reference: 'a', url: 'https://bank.example/a', expiresAt: 9e15 }),
    ];
    const { provider, requests } = bank(() => starts.shift()?.() ?? assert.fail());
    assert.deepEqual(await click(provider), { kind: 'invalid', problem: 'declined' });
    await assert.rejects(click(provider), ProviderError);
    for (const _ of ['asks', 'finds the same page'])
      assert.deepEqual(await click(provider), { kind: 'redirect', url: 'https://bank.example/a' });
    assert.equal(new Set(requests.map(({ paymentId }) => paymentId)).size, 3);
    await store.db.close();
  });

  it("gets a page that lives until the order's extended expiry", async () => {
    const store = await openStore(await database());
    const { order, click } = await ordered(store);
    const { provider, requests } = bank(({ order: { expires_at: expiresAt } }) => ({
      kind: 'redirect',
      reference: 'a',
      url: 'https://bank.example/a',
      expiresAt,
    }));
    await click(provider);
    const { expires_at } = await store.db.kysely.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    assert.ok(expires_at > order.expires_at);
    assert.equal(requests[0]?.order.expires_at, expires_at);
    await store.db.close();
  });

  it('closes the expired page and opens another, though the provider would still accept money', async () => {
    const store = await openStore(await database());
    const { click } = await ordered(store);
    const names = ['a', 'b'];
    const { provider, closed } = bank(() => {
      const reference = names.shift() ?? assert.fail();
      const url = `https://bank.example/${reference}`;
      return { kind: 'redirect', reference, url, expiresAt: store.context.now() + 60_000 };
    });
    await click(provider);
    store.setNow(store.context.now() + 60_000);
    assert.deepEqual(await click(provider), { kind: 'redirect', url: 'https://bank.example/b' });
    assert.deepEqual(closed, ['a']);
    await store.db.close();
  });

  it('is refused if its page comes too late, and that page is closed', async () => {
    const store = await openStore(await database());
    const { click } = await ordered(store);
    const { provider, closed } = bank(() => {
      store.setNow(store.context.now() + 60_000);
      return { kind: 'redirect', reference: 'late', url: 'https://bank.example/late', expiresAt: 9e15 };
    });
    const slow: Provider = {
      ...provider,
      async start(request) {
        const started = await provider.start(request);
        const { provider: quick } = bank(
          () => ({ ...started, reference: 'quick', url: 'https://bank.example/q' }) as PaymentStart,
        );
        assert.deepEqual(await click(quick), { kind: 'redirect', url: 'https://bank.example/q' });
        return started;
      },
    };
    assert.deepEqual(await click(slow), { kind: 'invalid', problem: 'provider' });
    assert.deepEqual(closed, ['late']);
    await store.db.close();
  });
});
