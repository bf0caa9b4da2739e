import assert from 'node:assert/strict';
import { it } from 'node:test';
import { topUp } from '../allotments/top-up.ts';
import { invitePerson, listPeople } from '../console/people.ts';
import { createApiKey, revokeApiKey } from '../credentials/api-keys.ts';
import { createOrder } from '../orders/create.ts';
import type { Database } from '../store/engine.ts';
import type { Tx } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { runDuringTransaction } from '../testing/lock-wait.ts';
import { addMerchant, MERCHANT, openStore, SOMEBODY, type TestStore } from '../testing/store.ts';
import { rotateWebhookSecret, webhookSecrets } from '../webhooks/secrets.ts';
import { changeMerchant } from './change.ts';
import { createPlatform } from './create-platform.ts';
import { removeMerchant, removePlatform } from './remove.ts';

const ID = 'merchant-b';

/** Things that can be created for a merchant that has none yet. */
const MAKING: Readonly<Record<string, (store: TestStore) => Promise<unknown>>> = {
  'API key': (store) => createApiKey(store, ID, { scheme: 'hmac-sha256' }),
  platform: ({ db }) => createPlatform(db, ID),
  'webhook secret': ({ db, sealer }) => rotateWebhookSecret(db, sealer, ID),
  'person of the console': ({ context }) =>
    invitePerson(context, { merchantId: ID, email: 'ravi@air.example', role: 'admin' }, SOMEBODY),
};

/** Returns the same store, whose next transaction is part of an open one. */
function within(store: TestStore, tx: Tx): TestStore {
  const db: Database = { ...store.db, transaction: (work) => work(tx) };
  return { ...store, db, context: { ...store.context, db } };
}

onBothEngines('the removal of a merchant', ({ database, engine }) => {
  it('is refused if the merchant has an order, and otherwise removes its settlement limits', async () => {
    const { db, context } = await openStore(await database());
    await addMerchant(db, ID);
    const limits = [{ currency: 'INR', limit_minor: 1 }];
    for (const id of [MERCHANT, ID]) await changeMerchant(db, id, { limits });
    await createOrder(context, MERCHANT, { emission_amount: 1, emission_unit: 'kgCO2' });
    assert.match(
      (await removeMerchant(db, MERCHANT, SOMEBODY)) ?? '',
      /^Merchant merchant-a stays: order ord_\w+ belongs to it, and orders are never removed$/,
    );
    assert.equal(await removeMerchant(db, ID, SOMEBODY), undefined);
    const owing = await db.kysely.selectFrom('settlement_limits').select('merchant_id').execute();
    assert.deepEqual(owing, [{ merchant_id: MERCHANT }]);
    await db.close();
  });

  it('is refused if an order that was refused left it an allotment', async () => {
    const { db, context } = await openStore(await database());
    await addMerchant(db, ID);
    await topUp(db, { merchant_id: ID, lot: 'wind-2024', grams: 1 }, context.now());
    assert.equal(
      await removeMerchant(db, ID, SOMEBODY),
      'Merchant merchant-b stays: allotment of wind-2024 belongs to it, and allotments are never removed',
    );
    await db.close();
  });

  it('removes its revoked keys and webhook secrets, and names what to do first about the rest', async () => {
    const store = await openStore(await database());
    const { db, sealer, context } = store;
    for (const id of [MERCHANT, ID]) {
      await addMerchant(db, id);
      await rotateWebhookSecret(db, sealer, id);
    }
    const kept = await createApiKey(store, MERCHANT, { scheme: 'hmac-sha256' });
    const revoked = await createApiKey(store, MERCHANT, { scheme: 'hmac-sha256' });
    const key = await createApiKey(store, ID, { scheme: 'hmac-sha256' });
    await revokeApiKey(db, revoked.id);
    const stays = (what: string, next: string) =>
      `Merchant ${ID} stays: ${what} belongs to it; first: flight-offset-gateway ${next}`;
    const remove = () => removeMerchant(db, ID, SOMEBODY);
    assert.equal(await remove(), stays(`API key ${key.id}`, `keys revoke ${key.id}`));
    await revokeApiKey(db, key.id);
    const platform = await createPlatform(db, ID);
    assert.equal(await remove(), stays(`platform ${platform}`, `platforms remove ${platform}`));
    await removePlatform(db, platform ?? '', SOMEBODY);
    await invitePerson(context, { merchantId: ID, email: 'ravi@air.example', role: 'admin' }, SOMEBODY);
    const person = (await listPeople(db, ID))[0]?.id;
    assert.equal(
      await remove(),
      stays(`person of the console ${person}`, `console remove ${person} --merchant ${ID}`),
    );
    await db.kysely.deleteFrom('console_links').execute();
    await db.kysely.deleteFrom('console_people').execute();
    assert.equal(await remove(), undefined);
    const keys = await db.kysely.selectFrom('api_keys').select('id').orderBy('id').execute();
    assert.deepEqual(
      keys.map(({ id }) => id),
      [kept.id, revoked.id].sort(),
    );
    const secrets = await Promise.all(
      [MERCHANT, ID].map((id) => webhookSecrets(db, sealer, id, context.now())),
    );
    assert.deepEqual(
      secrets.map(({ length }) => length),
      [1, 0],
    );
    await db.close();
  });

  if (engine === 'postgres')
    it('waits for a new webhook secret that is not committed yet, and removes it', async () => {
      const store = await openStore(await database());
      await addMerchant(store.db, ID);
      const why = await runDuringTransaction(
        store.db,
        (tx) => MAKING['webhook secret']!(within(store, tx)),
        () => removeMerchant(store.db, ID, SOMEBODY),
      );
      assert.equal(why, undefined);
      assert.deepEqual(await webhookSecrets(store.db, store.sealer, ID, 0), []);
      await store.db.close();
    });

  for (const [what, make] of Object.entries(MAKING)) {
    if (engine === 'postgres' && what !== 'webhook secret')
      it(`waits for a new ${what} that is not committed yet, and is refused`, async () => {
        const store = await openStore(await database());
        await addMerchant(store.db, ID);
        const why = await runDuringTransaction(
          store.db,
          (tx) => make(within(store, tx)),
          () => removeMerchant(store.db, ID, SOMEBODY),
        );
        assert.match(why ?? '', new RegExp(`^Merchant ${ID} stays: ${what} `));
        await store.db.close();
      });

    it(`lets no ${what} be created after it, or at the same time`, async () => {
      const store = await openStore(await database());
      await addMerchant(store.db, ID);
      const made =
        engine === 'postgres'
          ? runDuringTransaction(
              store.db,
              (tx) => removeMerchant(within(store, tx).db, ID, SOMEBODY),
              () => make(store),
            )
          : removeMerchant(store.db, ID, SOMEBODY).then(() => make(store));
      await assert.rejects(made, /^NoMerchantError: There is no merchant merchant-b;/);
      await store.db.close();
    });
  }
});
