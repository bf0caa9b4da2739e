import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import type { PaymentReport } from '../providers/provider.ts';
import { newId } from '../store/ids.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore, PROJECT } from '../testing/store.ts';
import { applyTogether } from './apply-together.ts';

onBothEngines('a payment missing from the database', ({ database }) => {
  it('is recorded for the order it names, under our identifier or a new one if it names none of ours', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const price = { currency: 'EUR', effective_from: 0, minor_per_tonne: 100_000, inr_per_unit: 90 };
    await kysely
      .insertInto('project_prices')
      .values({ project: PROJECT.id, ...price })
      .execute();
    const paymentId = newId('pay');
    for (const [currency, named] of [
      ['INR', { paymentId }],
      ['INR', {}],
      ['EUR', { paymentId: 'of-another-system' }],
    ] as const) {
      const input = { emission_amount: 10, emission_unit: 'kgCO2', currency } as const;
      const { order_id: orderId } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
      const received = { currency, amount_minor: 1000 };
      const reference = `page of ${orderId}`;
      const report = { kind: 'payment', state: 'paid', reference, orderId, received, ...named } as const;
      assert.equal(await applyTogether(store.context, 'bank', report, 'question'), 'applied');
      const found = kysely.selectFrom('payments').selectAll().where('order_id', '=', orderId);
      const { id, kept_minor, ...payment } = await found.executeTakeFirstOrThrow();
      assert.deepEqual([payment.reference, payment.state, kept_minor], [reference, 'captured', 1000]);
      if (named.paymentId === paymentId) assert.equal(id, paymentId);
      else assert.match(id, /^pay_/);
    }
    await store.db.close();
  });

  it('is due for a query at once while its money is on its way', async () => {
    const store = await openStore(await database());
    const input = { emission_amount: 10, emission_unit: 'kgCO2' as const };
    const { order_id: orderId } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
    const report = { kind: 'payment', state: 'processing', reference: 'page', orderId } as const;
    assert.equal(await applyTogether(store.context, 'bank', report, 'event'), 'applied');
    const payments = await store.db.kysely.selectFrom('payments').select(['state', 'check_at']).execute();
    assert.deepEqual(payments, [{ state: 'started', check_at: store.context.now() }]);
    await store.db.close();
  });

  it('that is ours and paid, but matches no order, is stored once as unclaimed; others are ignored', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const apply = (reference: string, about: Partial<PaymentReport>): Promise<string> =>
      applyTogether(
        store.context,
        'bank',
        { kind: 'payment', state: 'paid', reference, ...about },
        'question',
      );
    const received = { currency: 'EUR', amount_minor: 7 };
    const ours = { paymentId: newId('pay'), paymentReference: 'money', received };
    assert.equal(await apply('open', { ...ours, state: 'open' }), 'ignored');
    assert.equal(await apply('closed', { ...ours, state: 'closed' }), 'ignored');
    assert.equal(await apply('theirs', { orderId: 'ord_1', paymentReference: 'money' }), 'ignored');
    for (const _ of ['reported', 'and again'])
      assert.equal(await apply('ours', { ...ours, orderId: 'x'.repeat(99) }), 'unclaimed');
    assert.equal(await apply('unnamed', ours), 'unclaimed');
    const unclaimed = await kysely
      .selectFrom('unclaimed_payments')
      .selectAll()
      .orderBy('reference')
      .execute();
    // Enough for an operator to find the money at the provider, and to refund it.
    const { currency, amount_minor } = received;
    const money = { provider: 'bank', payment_reference: 'money', currency, amount_minor };
    const received_at = store.context.now();
    assert.deepEqual(unclaimed, [
      { ...money, reference: 'ours', named_order: 'x'.repeat(64), received_at, resolved_at: null },
      { ...money, reference: 'unnamed', named_order: ours.paymentId, received_at, resolved_at: null },
    ]);
    await store.db.close();
  });
});
