import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../testing/engines.ts';
import { openStore } from '../testing/store.ts';
import { createOverview } from './overview.ts';

onBothEngines('the overview', ({ database, engine }) => {
  // What is kept lies in the process, whichever engine it was read from.
  it('of a merchant stays in memory while others are read', { skip: engine !== 'sqlite' }, async () => {
    const store = await openStore(await database());
    let read = 0;
    const reader = store.db.reader.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        read += 1;
        return result;
      },
    });
    const overview = createOverview({ ...store.context, db: { ...store.db, reader } });
    // One more merchant than there is room for, of 30 days each.
    for (let merchant = 1; merchant <= 167; merchant += 1) await overview(`merchant-${merchant}`);
    assert.equal(read, 167 * 30);
    await overview('merchant-166');
    assert.equal(read, 167 * 30, 'it was read a moment ago');
    await overview('merchant-1');
    assert.equal(read, 168 * 30, 'it was read first, and made room');
    await store.db.close();
  });
});
