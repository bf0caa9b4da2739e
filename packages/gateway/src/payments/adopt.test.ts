import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import type { PaymentReport } from '../providers/provider.ts';
import { newId } from '../store/ids.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { applyTogether } from './apply-together.ts';

onBothEngines('a payment of which the database knows nothing', ({ database }) => {
  it('is that of its order under our own identifier, or a new one where the provider names none', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const paymentId = newId('pay');
    for (const named of [{ paymentId }, {}, { paymentId: 'of-another-system' }]) {
      const input = { emission_amount: 10, emission_unit: 'kgCO2' as const };
      const { order_id: orderId } = JSON.parse((await createOrder(store.context, MERCHANT, input)).body);
      const received = { currency: 'INR', amount_minor: 1000 };
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

  it('and no order is written down once where it is ours and was paid; the rest is somebody else’s', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const apply = (reference: string, about: Partial<PaymentReport>): Promise<string> =>
      applyTogether(
        store.context,
        'bank',
        { kind: 'payment', state: 'paid', reference, ...about },
        'question',
      );
    const ours = { paymentId: newId('pay'), paymentReference: 'money' };
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
    assert.deepEqual(
      unclaimed.map(({ reference, named_order }) => [reference, named_order]),
      [
        ['ours', 'x'.repeat(64)],
        ['unnamed', ours.paymentId],
      ],
    );
    await store.db.close();
  });
});
