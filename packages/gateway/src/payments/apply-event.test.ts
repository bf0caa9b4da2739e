import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import type { PaymentReport, Provider, Report } from '../providers/provider.ts';
import { sandboxProvider } from '../providers/sandbox.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { applyEvent } from './apply-report.ts';

const RECEIVED = { currency: 'INR', amount_minor: 1000 };

onBothEngines('an event', ({ database }) => {
  it('is applied once, and one ignored for lack of a payment is applied when it is repeated', async () => {
    const { context, db } = await openStore(await database());
    const input = { emission_amount: 10, emission_unit: 'kgCO2' as const };
    const { order_id: orderId } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
    const money = { paymentReference: 'money', received: RECEIVED };
    const payment: PaymentReport = { kind: 'payment', state: 'paid', reference: 'page', orderId, ...money };
    let known = false;
    let calls = 0;
    const provider: Provider = {
      ...sandboxProvider(),
      name: 'bank',
      async findByMoney() {
        calls += 1;
        return known ? payment : undefined;
      },
    };
    const apply = (id: string, report: Report): Promise<string> =>
      applyEvent(context, provider, { id, report });
    const refund: Report = {
      kind: 'refund',
      cause: 'provider',
      reference: 'refund',
      paymentReference: 'money',
      amount: RECEIVED,
      state: 'completed',
    };
    const unknown: Report = { kind: 'money', paymentReference: 'money' };
    assert.equal(await apply('event_1', refund), 'ignored', 'the provider does not know the money yet');
    assert.equal(await apply('event_2', unknown), 'ignored');
    known = true;
    assert.equal(await apply('event_1', refund), 'applied');
    assert.equal(calls, 3);
    for (const report of [refund, unknown]) assert.equal(await apply('event_1', report), 'ignored');
    assert.equal(await apply('event_2', unknown), 'applied');
    assert.equal(await apply('event_3', refund), 'applied');
    assert.equal(calls, 3);
    const refunds = await db.kysely.selectFrom('refunds').select(['state', 'amount_minor']).execute();
    assert.deepEqual(refunds, [{ state: 'completed', amount_minor: 1000 }]);
    await db.close();
  });
});
