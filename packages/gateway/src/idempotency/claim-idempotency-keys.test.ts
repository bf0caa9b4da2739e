import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { createOrder } from '../orders/create.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore } from '../testing/store.ts';
import { claimKeys, type KeptResponse, respondOnce } from './claim-idempotency-keys.ts';

const OTHER = 'merchant-b';
const ORDER = { emission_amount: 1, emission_unit: 'kgCO2' } as const;
const TOO_LOW = { ...ORDER, expected_price: { currency: 'INR', amount_minor: 1 } } as const;
const KEY = { key: 'k', bodyHash: 'first' };

onBothEngines('an idempotency key that several merchants use', ({ database }) => {
  it('is released only for the merchant whose request was refused: keys of others, and further keys, stay used', async () => {
    const { context, db } = await openStore(await database());
    await addMerchant(db, OTHER);
    const mine = await createOrder(context, MERCHANT, ORDER, { idempotency: KEY });
    const theirs = await createOrder(context, OTHER, ORDER, { idempotency: { ...KEY, key: 'another' } });
    await assert.rejects(createOrder(context, OTHER, TOO_LOW, { idempotency: KEY }), { code: 40904 });
    const again = [
      await createOrder(context, MERCHANT, ORDER, { idempotency: KEY }),
      await createOrder(context, OTHER, ORDER, { idempotency: { ...KEY, key: 'another' } }),
    ];
    assert.deepEqual(
      again,
      [mine, theirs].map(({ body }) => ({ body, replayed: true })),
    );
    await db.close();
  });

  it('returns to each merchant its own first response', async () => {
    const { context, db } = await openStore(await database());
    await addMerchant(db, OTHER);
    const made = [
      await createOrder(context, MERCHANT, ORDER, { idempotency: KEY }),
      await createOrder(context, OTHER, ORDER, { idempotency: { ...KEY, bodyHash: 'second' } }),
      await createOrder(context, MERCHANT, ORDER, { idempotency: { ...KEY, key: 'later' } }),
    ];
    const again = [
      await createOrder(context, MERCHANT, ORDER, { idempotency: KEY }),
      await createOrder(context, OTHER, ORDER, { idempotency: { ...KEY, bodyHash: 'second' } }),
      await createOrder(context, MERCHANT, ORDER, { idempotency: { ...KEY, key: 'later' } }),
    ];
    assert.deepEqual(
      again,
      made.map(({ body }) => ({ body, replayed: true })),
    );
    await db.close();
  });

  it('makes no second order if one merchant repeats it in the batch in which another first uses it', async () => {
    const { context, db } = await openStore(await database());
    await addMerchant(db, OTHER);
    const first = await createOrder(context, OTHER, ORDER, { idempotency: KEY });
    const [, , again] = await Promise.all([
      createOrder(context, MERCHANT, ORDER),
      createOrder(context, MERCHANT, ORDER, { idempotency: KEY }),
      createOrder(context, OTHER, ORDER, { idempotency: KEY }),
    ]);
    assert.deepEqual(again, { body: first.body, replayed: true });
    await db.close();
  });
});

onBothEngines('idempotency keys of one batch', ({ database, engine }) => {
  it('are claimed in order of merchant and key, so that two batches never deadlock', async () => {
    const { db } = await openStore(await database());
    const claims = [OTHER, MERCHANT].flatMap((merchantId) =>
      ['b', 'a'].map((key) => ({ merchantId, key, bodyHash: '', response: '' })),
    );
    await inTransaction(db, (tx) => claimKeys(tx, claims, 1));
    const rows = db.kysely.selectFrom('idempotency').select(['merchant_id', 'key']);
    const asWritten = sql.raw(engine === 'sqlite' ? 'rowid' : 'ctid');
    assert.deepEqual(
      (await rows.orderBy(asWritten).execute()).map(({ merchant_id, key }) => `${merchant_id} ${key}`),
      [OTHER, MERCHANT].toSorted().flatMap((merchant) => [`${merchant} a`, `${merchant} b`]),
    );
    await db.close();
  });
});

onBothEngines('a key that is used while its work is done', ({ database }) => {
  it('is refused, and its work stores no response; without a key, no response is stored', async () => {
    const { db } = await openStore(await database());
    const key = { merchantId: MERCHANT, ...KEY };
    const respond = (bodyHash: string, response: string): Promise<KeptResponse> =>
      inTransaction(db, (tx) =>
        respondOnce(tx, key, () => 1, {
          async work() {
            await claimKeys(tx, [{ ...key, bodyHash, response }], 1);
            return 'mine';
          },
        }),
      );
    await assert.rejects(respond(KEY.bodyHash, 'of another'), { code: 42202, message: /just now/ });
    await assert.rejects(respond('another', 'of another'), { code: 42202, message: /another body/ });
    await assert.rejects(respond(KEY.bodyHash, ''), { code: 40901, headers: { 'retry-after': '1' } });
    const kept = await db.kysely.selectFrom('idempotency').selectAll().execute();
    assert.deepEqual(kept, []);
    const work = async (): Promise<string> => 'mine';
    for (const [given, replayed] of [
      [undefined, false],
      [undefined, false],
      [key, false],
      [key, true],
    ] as const)
      assert.deepEqual(await inTransaction(db, (tx) => respondOnce(tx, given, () => 1, { work })), {
        body: 'mine',
        replayed,
      });
    await db.close();
  });
});
