import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { readConfig } from '../config.ts';
import { startGateway } from '../gateway.ts';
import { runChecks } from '../operation/doctor/run-checks.ts';
import { TEXTS } from '../pages/messages/texts.ts';
import { callerOf } from '../testing/caller.ts';
import { openStore } from '../testing/store.ts';

const ORDERS = '/offset-gateway/orders';
const NONE = { GATEWAY_PROVIDER: 'none' };

it('a gateway whose merchants collect the money needs no provider, and its page accepts no payment', async () => {
  const gateway = await startGateway({ environment: NONE });
  const caller = callerOf(gateway.url);
  const { json } = await caller.post(ORDERS, { emission_amount: 1146 });
  const path = new URL(json.payment_url).pathname;
  const { text } = await caller.raw(path);
  assert.ok(text.includes(TEXTS.en.paidWithBooking) && !text.includes('value="pay"'), text);
  const clicked = await caller.raw(path, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) });
  assert.equal(clicked.status, 502);
  const confirmed = await caller.post(`${ORDERS}/${json.order_id}/confirm`, {});
  assert.deepEqual([confirmed.json.status, confirmed.json.settlement], ['completed', 'merchant']);
  const refund = await caller.post(`${ORDERS}/${json.order_id}/refunds`, {});
  assert.equal(refund.json.status, 'completed');
  await gateway.close();
});

it('without keys of a provider doctor names the merchants whose orders nobody can pay', async () => {
  const store = await openStore('sqlite::memory:');
  const environment = {
    ...NONE,
    GATEWAY_MASTER_KEY: randomBytes(32).toString('base64'),
    GATEWAY_PUBLIC_URL: 'https://pay.example',
  };
  const config = readConfig(environment, { sandbox: false });
  const { db, sealer, context } = store;
  const look = async (): Promise<string> => {
    const findings = await runChecks({ db, config, sealer, now: context.now });
    const finding = findings.find(({ name }) => name === 'Payment provider accepts its key');
    return `${finding?.state}: ${finding?.detail}`;
  };
  assert.equal(await look(), 'warning: nobody can pay the orders of merchant-a: there is no provider');
  await db.kysely.updateTable('merchants').set({ settlement: 'merchant' }).execute();
  assert.equal(await look(), 'ok: none: merchants collect the money');
  await db.close();
});
