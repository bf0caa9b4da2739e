import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../../orders/create.ts';
import { newId } from '../../store/ids.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { MERCHANT, openStore } from '../../testing/store.ts';
import { findFailures } from './failures.ts';
import { findPayments } from './payments.ts';
import { findRefunds } from './refunds.ts';
import { findWebhook, findWebhooks } from './webhooks.ts';

onBothEngines('a list of the console', ({ database }) => {
  it('continues after its last row, newest first, and ends with the last page', async () => {
    const { db, context } = await openStore(await database());
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
    const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
    const order = { merchant_id: MERCHANT, order_id, created_at: 0 };
    const money = { currency: 'INR', amount_minor: 1 };
    const payment = { ...order, ...money, provider: 'stripe', state: 'failed' as const, updated_at: 0 };
    const refund = { ...order, ...money, payment_id: null, cause: 'surplus' as const, order_minor: 0 };
    const made = { grams: 0, credits: 'none' as const, state: 'failed' as const, reason: null };
    const nowhere = { provider: null, provider_reference: null, transaction_id: null };
    const webhook = { ...order, url: 'https://air.example/n', body: '{}', state: 'dead' as const };
    const failure = { merchant_id: MERCHANT, request_id: 'q', method: 'GET', route: '/', status: 400 };
    // Exactly two pages.
    for (let at = 0; at < 50; at += 1) {
      const [id, redirect_url] = [newId('pay', at), null];
      const taken = { reference: id, payment_reference: null, redirect_url };
      await db.kysely
        .insertInto('payments')
        .values({ ...payment, id, ...taken, created_at: at })
        .execute();
      const moments = { next_attempt_at: null, fault: null, settled_at: null };
      await db.kysely
        .insertInto('refunds')
        .values({ ...refund, ...made, ...nowhere, ...moments, id: newId('rfd', at), created_at: at })
        .execute();
      const turn = { next_attempt_at: at, claimed_until: 0, attempts: 1, delivered_at: null };
      await db.kysely
        .insertInto('deliveries')
        .values({ ...webhook, ...turn, id: newId('msg', at), sequence: at + 1, created_at: at })
        .execute();
      await db.kysely
        .insertInto('failed_requests')
        .values({ ...failure, id: newId('req', at), at, code: at, message: '', duration_ms: 1 })
        .execute();
    }
    const lists = {
      payments: (cursor?: string) => findPayments(db, MERCHANT, cursor),
      refunds: (cursor?: string) => findRefunds(db, MERCHANT, cursor),
      webhooks: (cursor?: string) => findWebhooks(db, { merchantId: MERCHANT, filter: {}, cursor }),
      failures: (cursor?: string) => findFailures(db, MERCHANT, { search: undefined, cursor }),
    };
    const nameOf = (row: object): unknown =>
      'code' in row ? row.code : (row as { createdAt: number }).createdAt;
    for (const [name, read] of Object.entries(lists)) {
      const first = await read();
      const second = await read(first.next);
      assert.deepEqual([first.rows.length, second.rows.length, second.next], [25, 25, undefined], name);
      const names = [...first.rows, ...second.rows].map(nameOf);
      assert.equal(new Set(names).size, 50, name);
      assert.deepEqual(
        names,
        names.toSorted((a, b) => Number(b) - Number(a)),
        name,
      );
    }
    const [given] = (await lists.webhooks()).rows;
    assert.equal(given?.nextAttemptAt, undefined, 'one that was given up has no next attempt');
    await db.close();
  });

  it('of webhooks holds only those in the chosen state', async () => {
    const { db, context } = await openStore(await database());
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
    const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
    const states = ['pending', 'delivered', 'dead'] as const;
    for (const [index, state] of states.entries()) {
      const made = { id: newId('msg', index), merchant_id: MERCHANT, order_id, sequence: index + 1, state };
      const sent = {
        url: 'https://air.example/n',
        body: '{}',
        attempts: 1,
        claimed_until: 0,
        delivered_at: null,
      };
      await db.kysely
        .insertInto('deliveries')
        .values({ ...made, ...sent, created_at: index, next_attempt_at: index })
        .execute();
    }
    for (const state of states) {
      const { rows } = await findWebhooks(db, { merchantId: MERCHANT, filter: { state }, cursor: undefined });
      assert.deepEqual(
        rows.map((row) => row.state),
        [state],
      );
      assert.equal((await findWebhook(db, MERCHANT, rows[0]?.id ?? ''))?.state, state);
    }
    await db.close();
  });
});
