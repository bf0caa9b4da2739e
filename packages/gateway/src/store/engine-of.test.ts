import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../testing/engines.ts';
import { openStore } from '../testing/store.ts';
import { engineOf } from './engine-of.ts';
import { inTransaction } from './transaction.ts';

onBothEngines('the engine', ({ engine, database }) => {
  it('is known to the database, its readers and every transaction', async () => {
    const { db } = await openStore(await database());
    for (const one of [db.kysely, db.reader, db.replica]) assert.equal(engineOf(one), engine);
    assert.equal(await inTransaction(db, async (tx) => engineOf(tx)), engine);
    await db.close();
  });
});
