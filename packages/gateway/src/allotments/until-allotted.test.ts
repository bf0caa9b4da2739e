import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore } from '../testing/store.ts';
import { returnToLot } from './return-to-lot.ts';
import { topUp } from './top-up.ts';
import { untilAllotted } from './until-allotted.ts';
import { AllotmentShortError } from './wanted.ts';

const WANTED = { merchant_id: MERCHANT, lot: 'wind-2024', grams: 600 };

onBothEngines('work that draws from an allotment', ({ database }) => {
  it('is repeated once the allotment has the grams it wants', async () => {
    const store = await openStore(await database(), 1000);
    let calls = 0;
    const result = await untilAllotted(store.context, async () => {
      calls += 1;
      const { grams } = (await store.db.kysely
        .selectFrom('allotments')
        .select('grams')
        .executeTakeFirst()) ?? { grams: 0 };
      if (grams < WANTED.grams) throw new AllotmentShortError([WANTED]);
      return grams;
    });
    assert.deepEqual([result, calls], [600, 2]);
    await store.db.close();
  });

  it('takes no grams that merchants in the same work draw from that lot', async () => {
    const store = await openStore(await database(), 1000);
    const { db, context } = store;
    const [drawing, idle] = [
      { ...WANTED, merchant_id: 'merchant-b', grams: 300 },
      { ...WANTED, merchant_id: 'merchant-c', grams: 700 },
    ];
    for (const one of [drawing, idle]) {
      await addMerchant(db, one.merchant_id);
      assert.equal(await topUp(db, one, context.now()), 0);
    }
    let calls = 0;
    await untilAllotted(context, async () => {
      calls += 1;
      if (calls === 1)
        throw new AllotmentShortError([WANTED], [WANTED, drawing, { ...idle, lot: 'another' }]);
    });
    const left = await db.kysely.selectFrom('allotments').select('grams').orderBy('merchant_id').execute();
    assert.deepEqual(
      left.map(({ grams }) => grams),
      [600, 300, 100],
    );
    await db.close();
  });

  it('is refused with 50301 when another merchant takes the grams at each of 41 attempts', {
    timeout: 600_000,
  }, async () => {
    const store = await openStore(await database(), 1000);
    const { db, context } = store;
    await addMerchant(db, 'merchant-b');
    const theirs = { ...WANTED, merchant_id: 'merchant-b' };
    let calls = 0;
    const work = untilAllotted(context, async () => {
      calls += 1;
      await returnToLot(db, WANTED, {});
      assert.equal(await topUp(db, theirs, context.now()), 0);
      throw new AllotmentShortError([WANTED]);
    });
    await assert.rejects(work, { code: 50301, headers: { 'retry-after': '1' } });
    assert.equal(calls, 41);
    await db.close();
  });

  it('rejects with its own error without a repeat', async () => {
    const store = await openStore(await database(), 1000);
    let calls = 0;
    const work = untilAllotted(store.context, async () => {
      calls += 1;
      throw new TypeError('its own');
    });
    await assert.rejects(work, TypeError);
    assert.equal(calls, 1);
    await store.db.close();
  });
});
