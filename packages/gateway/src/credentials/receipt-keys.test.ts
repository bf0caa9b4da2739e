import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CheckContext } from '../operation/doctor/check.ts';
import { secretChecks } from '../operation/doctor/secrets.ts';
import { newId } from '../store/ids.ts';
import { onBothEngines } from '../testing/engines.ts';
import { openStore } from '../testing/store.ts';
import { readOrCreateReceiptKeys, rotateReceiptKey } from './receipt-keys.ts';

onBothEngines('the first key for receipts', ({ database }) => {
  it('is created once under concurrent requests', async () => {
    const url = await database();
    const stores = [await openStore(url), await openStore(url)];
    const lists = await Promise.all(
      stores.flatMap(({ db, sealer }) =>
        Array.from({ length: 5 }, () => readOrCreateReceiptKeys(db, sealer)),
      ),
    );
    const [one] = stores;
    assert.ok(one);
    const keys = await readOrCreateReceiptKeys(one.db, one.sealer);
    assert.equal(keys.length, 1);
    for (const found of lists) assert.deepEqual(found, keys);
    const kid = await rotateReceiptKey(one.db, one.sealer);
    assert.deepEqual(
      (await readOrCreateReceiptKeys(one.db, one.sealer)).map((key) => key.kid),
      [keys[0]?.kid, kid],
    );
    for (const { db } of stores) await db.close();
  });
});

onBothEngines('a new key for receipts', ({ database, engine }) => {
  // SQLite has one connection that writes, and doctor reads through it.
  if (engine === 'postgres')
    it('is not reported as lost by a doctor that runs while it is created', async () => {
      const { db, sealer } = await openStore(await database());
      await readOrCreateReceiptKeys(db, sealer);
      let made: string | undefined;
      const kysely = db.kysely.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          made ??= await rotateReceiptKey(db, sealer, { channel: 'cli', id: 'cli' });
          return result;
        },
      });
      const verdict = await secretChecks[1]?.run({ db: { ...db, kysely }, sealer } as CheckContext);
      assert.equal(verdict?.state, 'ok', JSON.stringify(verdict));
      assert.equal((await readOrCreateReceiptKeys(db, sealer)).at(-1)?.kid, made);
      await db.close();
    });

  it('is the newest even if a clock was ahead when the previous key was created', async (t) => {
    const { db, sealer } = await openStore(await database());
    t.after(() => db.close());
    t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2028, 1, 29) });
    const kids = [await rotateReceiptKey(db, sealer)];
    t.mock.timers.setTime(Date.UTC(2027, 1, 28));
    for (const _ of Array(5)) {
      // Identifiers of the same millisecond are in order only within a process: each rotation here counts as another
      // process.
      newId('key', 0);
      kids.push(await rotateReceiptKey(db, sealer));
    }
    assert.deepEqual(
      (await readOrCreateReceiptKeys(db, sealer)).map((key) => key.kid),
      kids,
    );
  });
});
