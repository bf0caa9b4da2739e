import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publicHalf, readOrCreateReceiptKeys } from '../credentials/receipt-keys.ts';
import { onBothEngines } from '../testing/engines.ts';
import { order, publisherOf, retirement } from '../testing/retired-orders.ts';
import { openStore } from '../testing/store.ts';
import { findBatchDamage } from './damage.ts';
import { recordRetirement } from './record.ts';

onBothEngines('a published batch', ({ database }) => {
  it('is damaged if its chunks are gone, or if its document and chunks belong to another', async () => {
    const store = await openStore(await database());
    const { kysely } = store.db;
    const published: { readonly id: string; readonly document: string }[] = [];
    for (const first of [1, 2]) {
      await order(store, 1000, 'completed');
      const batch = await recordRetirement(publisherOf(store), retirement(1, first));
      assert.ok(batch?.document);
      published.push({ id: batch.id, document: batch.document });
    }
    const keys = (await readOrCreateReceiptKeys(store.db, store.sealer)).map(publicHalf);
    const verifying = { keys: { keys: keys.map((key) => ({ ...key, kty: 'OKP' })) }, readsOrders: false };
    const damages = () => Promise.all(published.map((batch) => findBatchDamage(store.db, batch, verifying)));
    assert.deepEqual(await damages(), [undefined, undefined]);

    const [one, other] = published;
    assert.ok(one && other);
    const chunks = kysely.selectFrom('retirement_chunks').select(['first_hash', 'hash', 'grams']);
    const another = await chunks.where('batch', '=', other.id).executeTakeFirstOrThrow();
    await kysely.updateTable('retirement_chunks').set(another).where('batch', '=', one.id).execute();
    const copied = { ...one, document: other.document };
    assert.match(
      (await findBatchDamage(store.db, copied, verifying)) ?? '',
      /document and its chunks differ/,
    );

    await kysely.deleteFrom('retirement_chunks').execute();
    const gone = 'its document and its chunks differ';
    assert.deepEqual(await damages(), [gone, gone]);
    await store.db.close();
  });
});
