import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createOrder } from '../orders/create.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore } from '../testing/store.ts';

const OTHER = 'merchant-b';
const ORDER = { emission_amount: 1, emission_unit: 'kgCO2' } as const;
const TOO_LOW = { ...ORDER, expected_price: { currency: 'INR', amount_minor: 1 } } as const;
const KEY = { key: 'k', bodyHash: 'first' };

onBothEngines('an idempotency key that several merchants use', ({ database }) => {
  it('is released by a refused request for the one that sent it: the key of the other, and further keys, stay used', async () => {
    const { context, db } = await openStore(await database());
    await addMerchant(db, OTHER);
    const mine = await createOrder(context, MERCHANT, ORDER, KEY);
    const theirs = await createOrder(context, OTHER, ORDER, { ...KEY, key: 'another' });
    await assert.rejects(createOrder(context, OTHER, TOO_LOW, KEY), { code: 40904 });
    const again = [
      await createOrder(context, MERCHANT, ORDER, KEY),
      await createOrder(context, OTHER, ORDER, { ...KEY, key: 'another' }),
    ];
    assert.deepEqual(
      again,
      [mine, theirs].map(({ body }) => ({ body, replayed: true })),
    );
    await db.close();
  });

  it('returns to each its own first response', async () => {
    const { context, db } = await openStore(await database());
    await addMerchant(db, OTHER);
    const made = [
      await createOrder(context, MERCHANT, ORDER, KEY),
      await createOrder(context, OTHER, ORDER, { ...KEY, bodyHash: 'second' }),
      await createOrder(context, MERCHANT, ORDER, { ...KEY, key: 'later' }),
    ];
    const again = [
      await createOrder(context, MERCHANT, ORDER, KEY),
      await createOrder(context, OTHER, ORDER, { ...KEY, bodyHash: 'second' }),
      await createOrder(context, MERCHANT, ORDER, { ...KEY, key: 'later' }),
    ];
    assert.deepEqual(
      again,
      made.map(({ body }) => ({ body, replayed: true })),
    );
    await db.close();
  });

  it('repeated by one while it is new to another, in one batch: makes no second order', async () => {
    const { context, db } = await openStore(await database());
    await addMerchant(db, OTHER);
    const first = await createOrder(context, OTHER, ORDER, KEY);
    const [, , again] = await Promise.all([
      createOrder(context, MERCHANT, ORDER),
      createOrder(context, MERCHANT, ORDER, KEY),
      createOrder(context, OTHER, ORDER, KEY),
    ]);
    assert.deepEqual(again, { body: first.body, replayed: true });
    await db.close();
  });
});
