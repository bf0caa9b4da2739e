import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CheckContext } from '../operation/doctor/check.ts';
import { secretChecks } from '../operation/doctor/secrets.ts';
import { openDatabase } from '../store/open-database.ts';
import { onBothEngines } from '../testing/engines.ts';
import { openStore } from '../testing/store.ts';
import { rotateReceiptKey } from './receipt-keys.ts';
import { requireMasterKey } from './require-master-key.ts';
import { createSealer } from './seal.ts';

onBothEngines('a database without secrets', ({ database }) => {
  it('accepts one master key only, even if two processes start with different keys at once', async () => {
    const url = await database();
    const [db, other] = [openDatabase(url), openDatabase(url)];
    const started = await Promise.allSettled([
      requireMasterKey(db, createSealer(Buffer.alloc(32, 1))),
      requireMasterKey(other, createSealer(Buffer.alloc(32, 2))),
    ]);
    assert.deepEqual(started.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await Promise.all([db.close(), other.close()]);
  });
});

onBothEngines('a secret that does not open', ({ database }) => {
  it('asks for another master key only if it was sealed under one, and for a backup if it was changed', async () => {
    const { db, sealer } = await openStore(await database());
    await rotateReceiptKey(db, sealer);
    const found = async (by: typeof sealer): Promise<readonly unknown[]> => {
      const error = await requireMasterKey(db, by).catch((cause: Error) => cause);
      const verdict = await secretChecks[0]?.run({ db, sealer: by } as CheckContext);
      return [error?.message, verdict?.next];
    };
    const [refusal, next] = await found(createSealer(Buffer.alloc(32, 8)));
    assert.match(String(refusal), /Give that key as GATEWAY_MASTER_KEY/);
    assert.match(String(next), /^give the master key/);
    const { name, value } = await db.kysely
      .selectFrom('settings')
      .selectAll()
      .where('name', 'like', 'sealed:receipt-key:%')
      .executeTakeFirstOrThrow();
    const changed = value.slice(0, -4) + (value.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    for (const other of [changed, 'in plain text']) {
      await db.kysely.updateTable('settings').set({ value: other }).where('name', '=', name).execute();
      const texts = await found(sealer);
      for (const text of texts) {
        assert.match(String(text), /changed since.*from a backup/);
        assert.doesNotMatch(String(text), /plain|under [.:]/);
      }
      assert.ok(String(texts[0]).includes(`: ${name}. `), String(texts[0]));
    }
    await db.close();
  });
});
