import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../testing/engines.ts';
import { openStore } from '../testing/store.ts';
import { afterCommit, inTransaction } from './transaction.ts';

onBothEngines('work after a commit', ({ database }) => {
  it('is done once its transaction is committed, and not if it was rolled back beside others', async () => {
    const { db } = await openStore(await database());
    const done: string[] = [];
    const work = (name: string, fails: boolean): Promise<void> =>
      inTransaction(db, async (tx) => {
        afterCommit(tx, () => done.push(name));
        if (fails) throw new Error(name);
      });
    const results = await Promise.allSettled([
      work('a', false),
      work('b', true),
      work('c', false),
      work('d', true),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
    );
    assert.deepEqual(done.sort(), ['a', 'c']);
    await db.close();
  });
});
