import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { OWN_FAULT } from '../providers/provider-error.ts';
import type { PaymentRow, RefundRow } from '../store/schema.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { findOverduePayments, findOverdueRefunds } from './find-overdue.ts';

onBothEngines('the overdue list', ({ database }) => {
  it('has payments whose check failed or is late, and refunds not accepted, held or not recorded', async () => {
    const { context, db } = await openStore(await database());
    const input = { emission_amount: 10, emission_unit: 'kgCO2' as const };
    const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
    const of = { merchant_id: MERCHANT, order_id, currency: 'INR', amount_minor: 1, provider: 'bank' };
    const payments: readonly (readonly [string, Partial<PaymentRow>])[] = [
      ['late', { check_at: 99 }],
      ['in time', { check_at: 100 }],
      ['failed', { check_at: 500, fault: '500' }],
      ['over', { check_at: null }],
      ['over after a fault', { check_at: null, fault: '500' }],
    ];
    for (const [created_at, [id, row]] of payments.entries())
      await db.kysely
        .insertInto('payments')
        .values({
          ...of,
          id,
          reference: id,
          state: 'started',
          payment_reference: null,
          redirect_url: null,
          check_at: null,
          created_at,
          updated_at: 0,
          ...row,
        })
        .execute();
    const refunds: readonly (readonly [string, Partial<RefundRow>])[] = [
      ['late', {}],
      ['taken', { provider_reference: 'taken' }],
      ['held', { provider_reference: 'held', fault: 'insufficient_funds' }],
      ['not recorded', { provider_reference: 'not recorded', fault: OWN_FAULT }],
      ['not checked', { provider_reference: 'not checked', fault: '503' }],
      ['done', { state: 'completed' }],
      ['of now', { created_at: 100 }],
    ];
    for (const [created_at, [id, row]] of refunds.entries())
      await db.kysely
        .insertInto('refunds')
        .values({
          ...of,
          id,
          payment_id: null,
          cause: 'surplus',
          order_minor: 0,
          grams: 0,
          credits: 'none',
          state: 'pending',
          reason: null,
          provider_reference: null,
          transaction_id: null,
          next_attempt_at: 0,
          fault: null,
          created_at,
          settled_at: null,
          ...row,
        })
        .execute();
    const names = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
    assert.deepEqual(names(await findOverduePayments(db.kysely, 100)), ['late', 'failed']);
    assert.deepEqual(names(await findOverdueRefunds(db.kysely, 100)), ['late', 'held', 'not recorded']);
    // With a limit, the oldest.
    assert.deepEqual(names(await findOverduePayments(db.kysely, 100, 1)), ['late']);
    assert.deepEqual(names(await findOverdueRefunds(db.kysely, 1000, 1)), ['late']);
    await db.close();
  });
});
