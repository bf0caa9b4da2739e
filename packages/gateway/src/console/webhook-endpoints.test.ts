import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listAudit } from '../audit/list.ts';
import { createOrder } from '../orders/create.ts';
import { inTransaction } from '../store/transaction.ts';
import { MERCHANT, openStore, settleOrder } from '../testing/store.ts';
import { disableEndpoint, recordFailure, recordSkippedWebhook } from '../webhooks/endpoint.ts';
import { webhookActs } from './webhook-acts.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

const URL = 'https://merchant.example/n';

it('an endpoint is failing until it is disabled, and healthy once it is enabled', async () => {
  const store = await openStore('sqlite::memory:');
  const { db, context } = store;
  const input = { emission_amount: 1, emission_unit: 'kgCO2', callback_url: URL } as const;
  const { order_id } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
  await settleOrder(store, order_id, 'completed');
  const health = async (): Promise<readonly (number | undefined)[]> => {
    const [endpoint] = await webhookEndpoints(db, MERCHANT);
    return [endpoint?.failingSince, endpoint?.disabledAt];
  };
  assert.deepEqual(await health(), [undefined, undefined]);
  await inTransaction(db, (tx) => recordFailure(tx, MERCHANT, URL, 1));
  assert.deepEqual(await health(), [1, undefined]);
  await inTransaction(db, (tx) => disableEndpoint(tx, MERCHANT, URL, 2));
  await inTransaction(db, (tx) => recordSkippedWebhook(tx, MERCHANT, URL, 3));
  assert.deepEqual(await health(), [undefined, 2]);
  const { enable } = webhookActs(context, store.sealer);
  const actor = {
    personId: 'per_1',
    name: 'Ana',
    role: 'support',
    merchantId: MERCHANT,
    signedInAt: 0,
  } as const;
  await enable(actor, MERCHANT, URL);
  assert.deepEqual(await health(), [undefined, undefined]);
  await enable(actor, MERCHANT, URL);
  assert.equal((await listAudit(db, { merchantId: MERCHANT })).length, 1, 'a second press finds it enabled');
  for (const [merchant, url] of [
    [MERCHANT, `${URL}/other`],
    ['merchant-b', URL],
  ] as const)
    await assert.rejects(enable(actor, merchant, url), /no such endpoint/);
  await db.close();
});
