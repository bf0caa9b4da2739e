import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listAudit } from '../audit/list.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore } from '../testing/store.ts';
import { createPlatform } from './create-platform.ts';

onBothEngines('a platform', ({ database }) => {
  it('stays with its merchant: no other merchant can take its identifier', async () => {
    const { db } = await openStore(await database());
    await addMerchant(db, 'merchant-b');
    const by = { channel: 'cli', id: '' } as const;
    assert.equal(await createPlatform(db, MERCHANT, 'shop', by), 'shop');
    assert.equal(await createPlatform(db, 'merchant-b', 'shop', by), undefined);
    assert.deepEqual(await listAudit(db, { merchantId: 'merchant-b' }), []);
    const { merchant_id } = await db.kysely.selectFrom('platforms').selectAll().executeTakeFirstOrThrow();
    assert.equal(merchant_id, MERCHANT);
    await db.close();
  });
});
