import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startGateway } from '../gateway.ts';
import { SANDBOX, SANDBOX_MASTER_KEY } from '../sandbox.ts';
import { openDatabase } from '../store/open-database.ts';
import { callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant } from '../testing/store.ts';
import { createApiKey } from './api-keys.ts';
import { createSealer } from './seal.ts';

const ORDERS = '/offset-gateway/orders';

onBothEngines('merchants', ({ database }) => {
  it('never see or touch what is another’s', async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openDatabase(databaseUrl);
    try {
      await addMerchant(db, 'other');
      const key = await createApiKey(db, createSealer(SANDBOX_MASTER_KEY), 'other', {
        scheme: 'hmac-sha256',
      });
      const mine = callerOf(gateway.url);
      const other = callerOf(gateway.url, { apiKey: key.apiKey, secret: key.secret ?? '' });
      const user = { email: 'same@x.example', tax_id: 'T' };
      const { json: order } = await mine.post(ORDERS, { emission_amount: 1, user });
      await mine.post(`/sandbox/orders/${order.order_id}/payment`, { outcome: 'completed' });
      const { id } = await db.kysely.selectFrom('transactions').select('id').executeTakeFirstOrThrow();
      for (const query of ['', '?email=same@x.example', '?tax_id=T', '?status=completed']) {
        const { metadata, overview, orders } = (await other.get(ORDERS + query)).json;
        assert.deepEqual(orders, []);
        assert.equal(metadata.total_records, 0);
        assert.deepEqual(overview, { total_orders: 0, total_amount_paid: 0, total_users: 0 });
      }
      assert.equal((await other.get(`${ORDERS}/${order.order_id}`)).json.error, 40402);
      assert.equal((await other.get(`${ORDERS}/${order.order_id}/status`)).json.error, 40402);
      assert.equal((await other.get(`/marketplace/transactions/${id}`)).json.error, 40403);
      const settle = await other.post(`/sandbox/orders/${order.order_id}/payment`, { outcome: 'failed' });
      assert.equal(settle.json.error, 40402);
      const flight = { flights: [] };
      assert.equal((await other.post('/api/calculate', flight)).json.error, 40106);
      const crossed = callerOf(gateway.url, { apiKey: key.apiKey, secret: SANDBOX.secret });
      assert.equal((await crossed.post(ORDERS, { emission_amount: 1 })).json.error, 40104);
      const same = { 'idempotency-key': 'k' };
      const a = await mine.post(ORDERS, { emission_amount: 1 }, same);
      const b = await other.post(ORDERS, { emission_amount: 1 }, same);
      assert.notEqual(a.json.order_id, b.json.order_id);
    } finally {
      await db.close();
      await gateway.close();
    }
  });
});
