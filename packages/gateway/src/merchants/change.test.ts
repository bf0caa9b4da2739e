import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Actor } from '../audit/actor.ts';
import { listAudit } from '../audit/list.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore } from '../testing/store.ts';
import { changeMerchant } from './change.ts';

const ALICE: Actor = { channel: 'cli', id: '', name: 'alice' };

onBothEngines('changes of a merchant', ({ database }) => {
  it('record the previous values of that merchant only, and of the changed currencies only', async () => {
    const { db } = await openStore(await database());
    await addMerchant(db, 'merchant-b');
    const limits = [
      { currency: 'EUR', limit_minor: 1 },
      { currency: 'JPY', limit_minor: 2 },
    ];
    for (const id of ['merchant-b', MERCHANT]) await changeMerchant(db, id, { limits });
    const raised = [{ currency: 'EUR', limit_minor: 3 }];
    await changeMerchant(db, MERCHANT, { limits: raised }, ALICE);
    const [entry] = await listAudit(db, { merchantId: MERCHANT });
    assert.deepEqual([entry?.before, entry?.after], [{ limits: [limits[0]] }, { limits: raised }]);
    await assert.rejects(changeMerchant(db, 'nobody', { limits: raised }, ALICE), {
      name: 'NoMerchantError',
    });
    await db.close();
  });

  it('are not recorded if nothing differs, and record only the limits that differ', async () => {
    const { db } = await openStore(await database());
    const settings = { accent: '#111111' };
    const limits = [
      { currency: 'JPY', limit_minor: 2 },
      { currency: 'EUR', limit_minor: 1 },
    ];
    for (const _ of ['first', 'repeat']) await changeMerchant(db, MERCHANT, { settings, limits }, ALICE);
    assert.equal((await listAudit(db, { merchantId: MERCHANT })).length, 1);
    const raised = { currency: 'EUR', limit_minor: 3 };
    await changeMerchant(db, MERCHANT, { limits: [limits[0]!, raised] }, ALICE);
    const [entry] = await listAudit(db, { merchantId: MERCHANT });
    assert.deepEqual([entry?.before, entry?.after], [{ limits: [limits[1]] }, { limits: [raised] }]);
    await db.close();
  });

  it('made at the same time each record the values that they replaced', async () => {
    const { db } = await openStore(await database());
    const accents = ['#111111', '#222222', '#333333', '#444444'];
    await Promise.all(
      accents.map((accent, at) => {
        const limits = [{ currency: 'EUR', limit_minor: at + 1 }];
        return changeMerchant(db, MERCHANT, { settings: { accent }, limits }, ALICE);
      }),
    );
    const entries = (await listAudit(db, { merchantId: MERCHANT })).reverse();
    assert.equal(entries.length, accents.length);
    for (const [at, { before }] of entries.entries())
      assert.deepEqual(before, at === 0 ? { accent: null, limits: [] } : entries[at - 1]?.after);
    await db.close();
  });
});
