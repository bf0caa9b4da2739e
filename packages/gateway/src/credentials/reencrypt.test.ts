import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore, SOMEBODY } from '../testing/store.ts';
import { rotateWebhookSecret, webhookSecrets } from '../webhooks/secrets.ts';
import { createApiKey, findApiKey, type NewApiKey, verifyingKey } from './api-keys.ts';
import { readOrCreateReceiptKeys, rotateReceiptKey } from './receipt-keys.ts';
import { readSealedSecrets, reencryptSecrets } from './reencrypt.ts';
import { requireMasterKey } from './require-master-key.ts';
import { createSealer } from './seal.ts';

const [OLD, NEW] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];

onBothEngines('secrets under another master key', ({ database }) => {
  it('are re-encrypted with their values unchanged, and a second run changes none', async () => {
    const { db, context } = await openStore(await database());
    await addMerchant(db, 'merchant-b');
    const [before, both, after] = [createSealer(OLD), createSealer(NEW, OLD), createSealer(NEW)];
    await requireMasterKey(db, before);
    const merchants = [MERCHANT, 'merchant-b'];
    const keys: NewApiKey[] = [];
    for (const merchant of merchants) {
      keys.push(await createApiKey({ db, sealer: before }, merchant, { scheme: 'hmac-sha256' }));
      await createApiKey({ db, sealer: before }, merchant, { scheme: 'ed25519', publicKey: 'public' });
      await rotateWebhookSecret(db, before, merchant);
      await rotateReceiptKey(db, before);
    }
    const all = async (sealer: typeof before): Promise<unknown[]> => [
      await Promise.all(merchants.map((merchant) => webhookSecrets(db, sealer, merchant, context.now()))),
      await readOrCreateReceiptKeys(db, sealer),
    ];
    const were = await all(before);
    const sealed = (await readSealedSecrets(db.kysely)).length;
    assert.equal(sealed, 7);
    assert.equal(await reencryptSecrets(db, both, SOMEBODY), sealed);
    assert.deepEqual(await all(after), were);
    for (const { apiKey, secret } of keys) {
      const row = (await findApiKey(db, apiKey)) ?? assert.fail();
      assert.deepEqual(verifyingKey(row, after), { scheme: 'hmac-sha256', encoding: 'hex', secret });
    }
    const now = await readSealedSecrets(db.kysely);
    assert.equal(await reencryptSecrets(db, both, SOMEBODY), 0);
    assert.deepEqual(await readSealedSecrets(db.kysely), now);
    await requireMasterKey(db, after);
    await assert.rejects(requireMasterKey(db, before), { code: 'wrong_master_key' });
    await db.close();
  });

  it('are refused to all but one of four processes that start an empty database with different keys', async () => {
    const { db } = await openStore(await database());
    const began = await Promise.allSettled(
      [1, 2, 3, 4].map((byte) => requireMasterKey(db, createSealer(Buffer.alloc(32, byte)))),
    );
    const refused = began.filter((one) => one.status === 'rejected');
    assert.deepEqual(
      refused.map(({ reason }) => reason.code),
      Array.from({ length: 3 }, () => 'wrong_master_key'),
    );
    await db.close();
  });
});
