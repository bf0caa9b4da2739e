import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../../orders/create.ts';
import { newId } from '../../store/ids.ts';
import { onBothEngines } from '../../testing/engines.ts';
import { addMerchant, MERCHANT, openStore, settleOrder } from '../../testing/store.ts';
import { DAY_MS } from '../../time-span.ts';
import { findOrders, readOrders } from './orders.ts';
import { cursorOf } from './place.ts';
import { findOrderOfAnyMerchant } from './search-orders.ts';

const OTHER = 'merchant-b';

onBothEngines('the list of orders', ({ database }) => {
  it('has each order once over its pages, even if created in the same millisecond, within its dates', async () => {
    const store = await openStore(await database());
    const { context, db } = store;
    const start = context.now();
    for (let index = 0; index < 60; index += 1) {
      // Thirty of each day share a millisecond.
      store.setNow(start + (index < 30 ? 0 : DAY_MS));
      await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
    }
    const pagesOf = async (filter: { from?: string; to?: string; status?: 'pending' }): Promise<number[]> => {
      const ids = new Set<string>();
      const sizes: number[] = [];
      let cursor: string | undefined;
      do {
        const { rows, next } = await findOrders(db, start, { merchantId: MERCHANT, filter, cursor });
        for (const { id } of rows) ids.add(id);
        sizes.push(rows.length);
        cursor = next;
      } while (cursor !== undefined);
      assert.equal(
        ids.size,
        sizes.reduce((sum, size) => sum + size, 0),
      );
      return sizes;
    };
    const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
    assert.deepEqual(await pagesOf({}), [25, 25, 10]);
    assert.deepEqual(await pagesOf({ status: 'pending' }), [25, 25, 10]);
    assert.deepEqual(await pagesOf({ from: day(start + DAY_MS) }), [25, 5]);
    assert.deepEqual(await pagesOf({ to: day(start) }), [25, 5]);
    assert.deepEqual(await pagesOf({ from: day(start - DAY_MS), to: day(start - DAY_MS) }), [0]);
    await db.close();
  });

  it('finds a reference that looks like an e-mail address or an identifier', async () => {
    const store = await openStore(await database());
    for (const reference of ['PNR@2026-11', 'ord_01M8CN47JG1YW65QZD0GE2PAH0']) {
      const order = { emission_amount: 1, emission_unit: 'kgCO2', reference } as const;
      await createOrder(store.context, MERCHANT, order);
      const filter = { search: reference };
      const { rows } = await findOrders(store.db, 0, { merchantId: MERCHANT, filter, cursor: undefined });
      assert.deepEqual(
        rows.map((row) => row.reference),
        [reference],
      );
    }
    await store.db.close();
  });

  it('ends after the orders of an e-mail address, though it is also a reference of others', async () => {
    const store = await openStore(await database());
    const email = 'zoe@mail.example';
    const order = { emission_amount: 1, emission_unit: 'kgCO2' } as const;
    const make = (more: object) => createOrder(store.context, MERCHANT, { ...order, ...more });
    for (let index = 0; index < 3; index += 1) await make({ reference: email });
    for (let index = 0; index < 2; index += 1) await make({ user: { name: 'Zoe', email } });
    const pages = async (search: string): Promise<number[]> => {
      const sizes: number[] = [];
      for (let cursor: string | undefined; ; ) {
        const rows = await readOrders(store.db, {
          merchantId: MERCHANT,
          filter: { search },
          cursor,
          limit: 2,
        });
        sizes.push(rows.length);
        const last = rows.at(-1);
        if (!last) return sizes;
        cursor = cursorOf(last);
      }
    };
    assert.deepEqual(await pages(email), [2, 0]);
    await store.db.kysely.updateTable('orders').set({ email_key: null }).execute();
    assert.deepEqual(await pages(email), [2, 1, 0], 'a reference alone goes on over its pages');
    await store.db.close();
  });

  it('finds an order by its own identifiers and those of its payment, however they were pasted', async () => {
    const store = await openStore(await database());
    const { db, context } = store;
    await addMerchant(db, OTHER);
    const make = async (merchantId: string, more: object): Promise<string> => {
      const order = { emission_amount: 1, emission_unit: 'kgCO2', ...more } as const;
      return JSON.parse((await createOrder(context, merchantId, order)).body).order_id;
    };
    const id = await make(MERCHANT, { reference: 'EX7K2P', user: { email: 'zoe@mail.example' } });
    await make(MERCHANT, { reference: 'EX7K2Q' });
    await make(OTHER, { reference: 'EX7K2R' });
    await settleOrder(store, id, 'completed');
    const money = {
      merchant_id: MERCHANT,
      order_id: id,
      currency: 'INR',
      amount_minor: 1,
      provider: 'stripe',
    };
    const [payment_id, refund] = [newId('pay'), newId('rfd')];
    await db.kysely
      .insertInto('payments')
      .values({
        ...money,
        id: payment_id,
        reference: 'cs_live_a1B2',
        payment_reference: 'pi_3Qx',
        state: 'captured',
        redirect_url: null,
        created_at: 0,
        updated_at: 0,
      })
      .execute();
    await db.kysely
      .insertInto('refunds')
      .values({
        ...money,
        id: refund,
        payment_id,
        cause: 'requested',
        order_minor: 1,
        grams: 0,
        credits: 'none',
        state: 'pending',
        provider_reference: 're_3Qx',
        created_at: 0,
      })
      .execute();
    const { id: transaction } = await db.kysely
      .selectFrom('transactions')
      .select('id')
      .executeTakeFirstOrThrow();
    const { payment_token: token } = await db.kysely
      .selectFrom('orders')
      .select('payment_token')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const found = async (search: string, merchantId: string = MERCHANT): Promise<string[]> => {
      const { rows } = await findOrders(db, 0, { merchantId, filter: { search }, cursor: undefined });
      return rows.map((row) => row.id);
    };
    for (const search of [
      ...[payment_id, refund, transaction, 'pi_3Qx', 'cs_live_a1B2', 're_3Qx', ' pi_3Qx\n'],
      ...['ex7k2p', 'EX7 K2P', 'Zoe@Mail.example', 'Zoë Meier <zoe@mail.example>'],
      ...[
        id.toLowerCase(),
        `${id.slice(0, 20)} ${id.slice(20)}`,
        `https://g.example/console/orders/${id}?done=x`,
      ],
      ...[`https://g.example/pay/${token}`, `https://g.example/pay/${token}/receipt.pdf`],
    ]) {
      assert.deepEqual(await found(search), [id], search);
      assert.deepEqual(await found(search, OTHER), [], `${search}, another merchant's`);
    }
    for (const search of [id, 'pi_3Qx', 'cs_live_a1B2', ' re_3Qx', `https://g.example/pay/${token}`])
      assert.deepEqual(
        await findOrderOfAnyMerchant(db, search),
        { merchantId: MERCHANT, orderId: id },
        search,
      );
    for (const search of ['EX7K2P', 'zoe@mail.example', 'pi_3Q', newId('ord')])
      assert.equal(await findOrderOfAnyMerchant(db, search), undefined, `${search}, of whichever merchant`);
    for (const search of ['pi_3Q', newId('pay'), newId('txn'), `https://g.example/pay/${token}x`, 'EX7K2R'])
      assert.deepEqual(await found(search), [], search);
    await db.close();
  });
});
