import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { MAX_BODY_BYTES } from '../http/body.ts';
import { setLimit } from '../merchants/limit.ts';
import { SANDBOX, SANDBOX_MASTER_KEY } from '../sandbox.ts';
import type { Database } from '../store/engine.ts';
import { isDistributed } from '../store/is-distributed.ts';
import { openDatabase } from '../store/open-database.ts';
import { inTransaction } from '../store/transaction.ts';
import { type Caller, callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore } from '../testing/store.ts';
import { createApiKey, hashApiKey, revokeApiKey } from './api-keys.ts';
import { authenticate } from './authenticate.ts';
import { findKnownKey } from './known-keys.ts';
import { createSealer } from './seal.ts';

const ORDERS = '/offset-gateway/orders';
const KILOGRAM = { emission_amount: 1, user: { email: 'traveller@mail.example' } };

onBothEngines('a credential that a process knows', ({ database, engine, distributed }) => {
  /** Runs a gateway, and another process on its database, which creates a credential of another merchant. */
  async function withKey(
    test: (about: { caller: Caller; id: string; other: Caller; db: Database }) => Promise<void>,
  ): Promise<void> {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openDatabase(databaseUrl);
    try {
      await addMerchant(db, 'other');
      await db.kysely.updateTable('merchants').set({ settlement: 'merchant' }).execute();
      for (const merchant of ['other', SANDBOX.merchantId])
        await inTransaction(db, (tx) => setLimit(tx, merchant, 'INR', 1e9));
      const sealer = createSealer(SANDBOX_MASTER_KEY);
      const {
        id,
        apiKey,
        secret = '',
      } = await createApiKey({ db, sealer }, 'other', { scheme: 'hmac-sha256' });
      const caller = callerOf(gateway.url, { apiKey, secret });
      await test({ caller, id, other: callerOf(gateway.url), db });
    } finally {
      await db.close();
      await gateway.close();
    }
  }

  const countOrders = async ({ kysely }: Database): Promise<number> =>
    (await kysely.selectFrom('orders').select('id').execute()).length;

  it('creates and confirms no order once another process has revoked it; another credential still creates', async () => {
    await withKey(async ({ caller, id, other, db }) => {
      const orders = await Promise.all([caller.post(ORDERS, KILOGRAM), caller.post(ORDERS, KILOGRAM)]);
      const [first, second] = orders.map(({ json }) => json.order_id);
      assert.equal((await caller.post(`${ORDERS}/${first}/confirm`, {})).status, 200);
      assert.equal(await revokeApiKey(db, id), true);
      const [refused, made] = await Promise.all([
        caller.post(ORDERS, KILOGRAM, { 'idempotency-key': 'k' }),
        other.post(ORDERS, KILOGRAM),
      ]);
      assert.deepEqual([refused.status, refused.json.error], [401, 40102]);
      assert.equal(made.status, 201);
      assert.equal((await caller.post(`${ORDERS}/${second}/confirm`, {})).json.error, 40102);
      assert.equal(await countOrders(db), 3);
      const { status } = await db.kysely
        .selectFrom('orders')
        .select('status')
        .where('id', '=', second)
        .executeTakeFirstOrThrow();
      assert.equal(status, 'pending');
      assert.deepEqual(await db.kysely.selectFrom('idempotency').select('key').execute(), []);
    });
  });

  it('confirms nothing once it is revoked, even in a batch with confirms of other merchants', async () => {
    await withKey(async ({ caller, id, other, db }) => {
      const mine = (await caller.post(ORDERS, KILOGRAM)).json.order_id;
      const others = (await other.post(ORDERS, KILOGRAM)).json.order_id;
      await revokeApiKey(db, id);
      const confirms = await Promise.all([
        caller.post(`${ORDERS}/${mine}/confirm`, {}),
        other.post(`${ORDERS}/${others}/confirm`, {}),
      ]);
      assert.deepEqual(
        confirms.map(({ status }) => status),
        [401, 200],
      );
      const rows = await db.kysely.selectFrom('orders').select(['id', 'status']).execute();
      assert.deepEqual(Object.fromEntries(rows.map(({ id, status }) => [id, status])), {
        [mine]: 'pending',
        [others]: 'completed',
      });
    });
  });

  it('settles nothing in the sandbox once it is revoked, whatever the state of the order', async () => {
    await withKey(async ({ caller, id, db }) => {
      const orders = await Promise.all([caller.post(ORDERS, KILOGRAM), caller.post(ORDERS, KILOGRAM)]);
      const paths = orders.map(({ json }) => `/sandbox/orders/${json.order_id}/payment`);
      assert.equal((await caller.post(paths[0] ?? '', { outcome: 'failed' })).status, 200);
      await revokeApiKey(db, id);
      for (const outcome of ['completed', 'failed'])
        for (const path of paths)
          assert.equal((await caller.post(path, { outcome })).json.error, 40102, `${path} ${outcome}`);
      const rows = await db.kysely.selectFrom('orders').select('status').execute();
      assert.deepEqual(rows.map(({ status }) => status).sort(), ['failed', 'pending']);
    });
  });

  for (const outcome of ['completed', 'failed'])
    it(`settles nothing in the sandbox if it is revoked before the first payment: ${outcome}`, async () => {
      await withKey(async ({ caller, id, db }) => {
        const { order_id } = (await caller.post(ORDERS, KILOGRAM)).json;
        await revokeApiKey(db, id);
        const { json } = await caller.post(`/sandbox/orders/${order_id}/payment`, { outcome });
        assert.equal(json.error, 40102);
        const rows = await db.kysely.selectFrom('orders').select('status').execute();
        assert.deepEqual(rows, [{ status: 'pending' }]);
      });
    });

  it('is refused as revoked even if the request is invalid', async () => {
    await withKey(async ({ caller, id, db }) => {
      const wrong = { emission_amount: -1 };
      assert.equal((await caller.post(ORDERS, KILOGRAM)).status, 201);
      assert.equal((await caller.post(ORDERS, wrong)).json.error, 40002);
      await revokeApiKey(db, id);
      assert.equal((await caller.post(ORDERS, wrong)).json.error, 40102);
      assert.equal((await caller.post(`${ORDERS}/ord_unknown/confirm`, {})).json.error, 40102);
    });
  });

  it('gives way to a new credential with the same API key, as after a sandbox is created again', async () => {
    await withKey(async ({ other: sandbox, db }) => {
      const order = (await sandbox.post(ORDERS, KILOGRAM)).json.order_id;
      const { apiKey, secret, merchantId } = SANDBOX;
      await db.kysely.deleteFrom('api_keys').where('merchant_id', '=', merchantId).execute();
      const sealer = createSealer(SANDBOX_MASTER_KEY);
      await createApiKey({ db, sealer }, 'other', { scheme: 'hmac-sha256', apiKey, secret });
      const [made, confirmed] = await Promise.all([
        sandbox.post(ORDERS, KILOGRAM),
        sandbox.post(`${ORDERS}/${order}/confirm`, {}),
      ]);
      assert.deepEqual([made.status, confirmed.json.error], [201, 40402]);
      const { merchant_id } = await db.kysely
        .selectFrom('orders')
        .select('merchant_id')
        .where('id', '=', made.json.order_id)
        .executeTakeFirstOrThrow();
      assert.equal(merchant_id, 'other');
    });
  });

  it('gets 413 and a closed connection for a body that is too large, also once it is revoked', async () => {
    await withKey(async ({ caller, id, db }) => {
      assert.equal((await caller.post(ORDERS, KILOGRAM)).status, 201);
      await revokeApiKey(db, id);
      const { status, headers } = await caller.post(ORDERS, ' '.repeat(MAX_BODY_BYTES + 1));
      assert.deepEqual([status, headers.get('connection')], [413, 'close']);
    });
  });

  it('is kept in memory on PostgreSQL once it is read, and dropped once it is found revoked', async () => {
    const { db, sealer } = await openStore(await database());
    await isDistributed(db);
    const { id, apiKey } = await createApiKey({ db, sealer }, MERCHANT, { scheme: 'hmac-sha256' });
    const hash = hashApiKey(apiKey);
    const headers = new Headers({ 'x-api-key': apiKey });
    assert.equal(findKnownKey(db, hash), undefined);
    const row = await authenticate({ db, sealer }, headers);
    assert.deepEqual(findKnownKey(db, hash), engine === 'postgres' && !distributed ? row : undefined);
    await revokeApiKey(db, id);
    await assert.rejects(authenticate({ db, sealer }, headers), { code: 40102 });
    assert.equal(findKnownKey(db, hash), undefined);
    await db.close();
  });
});
