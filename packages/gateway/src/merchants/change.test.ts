import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Actor } from '../audit/actor.ts';
import { listAudit } from '../audit/list.ts';
import { onBothEngines } from '../testing/engines.ts';
import { MERCHANT, openStore } from '../testing/store.ts';
import { changeMerchant } from './change.ts';

const ALICE: Actor = { channel: 'cli', id: '', name: 'alice' };

onBothEngines('changes of a merchant at once', ({ database }) => {
  it('are each recorded from what they found', async () => {
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
