/** The console reads and changes only rows of the merchant it is open for. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listAudit } from '../audit/list.ts';
import { createApiKey } from '../credentials/api-keys.ts';
import { createPlatform } from '../merchants/create-platform.ts';
import { createOrder } from '../orders/create.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import { newId } from '../store/ids.ts';
import { onBothEngines, type TestEngine } from '../testing/engines.ts';
import { addMerchant, MERCHANT, openStore, SOMEBODY, settleOrder, type TestStore } from '../testing/store.ts';
import { endpointHash } from '../webhooks/endpoint.ts';
import { attentionOf } from './attention.ts';
import { brandOf } from './brand.ts';
import { developersOf } from './developers.ts';
import { findFailures } from './find/failures.ts';
import { findOrders } from './find/orders.ts';
import { findPayments } from './find/payments.ts';
import { findRefunds } from './find/refunds.ts';
import { findWebhook, findWebhooks } from './find/webhooks.ts';
import { formId } from './form-id.ts';
import { moneyOf } from './money.ts';
import { createOverview } from './overview.ts';
import { invitePerson, listPeople, removePerson } from './people.ts';
import { showOrderDetail } from './show-order.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

const OTHER = 'merchant-b';

/** A store in which one merchant has one of everything, and another has nothing. */
async function withOneOfEverything(
  engine: TestEngine,
): Promise<{ store: TestStore; orderId: string; webhookId: string }> {
  const store = await openStore(await engine.database());
  const { db, context, sealer } = store;
  const at = context.now();
  await addMerchant(db, OTHER);
  const url = 'https://air.example/n';
  const input = { emission_amount: 1, emission_unit: 'kgCO2' as const, callback_url: url };
  const { order_id: orderId } = JSON.parse((await createOrder(context, MERCHANT, input)).body);
  await settleOrder(store, orderId, 'completed');
  await refundOrder(context, orderId, { part: {} });
  const of = { merchant_id: MERCHANT, created_at: at };
  const payment = { ...of, id: newId('pay', at), order_id: orderId, provider: 'stripe', reference: 'r' };
  await db.kysely
    .insertInto('payments')
    .values({ ...payment, currency: 'INR', amount_minor: 100, state: 'started', updated_at: at })
    .execute();
  await db.kysely.updateTable('refunds').set({ state: 'pending', fault: 'refused' }).execute();
  await db.kysely.updateTable('deliveries').set({ state: 'dead' }).execute();
  const { id: webhookId } = await db.kysely.selectFrom('deliveries').select('id').executeTakeFirstOrThrow();
  const endpoint = { merchant_id: MERCHANT, url_hash: endpointHash(url), failing_since: at };
  await db.kysely
    .insertInto('webhook_endpoints')
    .values({ ...endpoint, disabled_at: at })
    .execute();
  const failed = { merchant_id: MERCHANT, id: newId('req', at), request_id: 'q', at, method: 'GET' };
  await db.kysely
    .insertInto('failed_requests')
    .values({ ...failed, route: '/', status: 400, code: 40001, message: '', duration_ms: 1 })
    .execute();
  await db.kysely.updateTable('merchants').set({ accent: '#123456' }).where('id', '=', MERCHANT).execute();
  await createApiKey({ db, sealer }, MERCHANT, { scheme: 'hmac-sha256', label: 'one' });
  await createPlatform(db, MERCHANT);
  await invitePerson(context, { merchantId: MERCHANT, email: 'ana@air.example', role: 'admin' }, SOMEBODY);
  return { store, orderId, webhookId };
}

onBothEngines('the console of a merchant', (engine) => {
  it('shows no data of another merchant', async () => {
    const { store, orderId, webhookId } = await withOneOfEverything(engine);
    const { db, context, sealer } = store;
    const at = context.now();
    const developers = developersOf(context, sealer);
    // One for both: what it keeps in memory of one is not the other's.
    const overview = createOverview(context);
    const shown = async (merchantId: string): Promise<Record<string, number>> => {
      const filter = {};
      const cursor = undefined;
      const list = { merchantId, filter, cursor };
      return {
        attention: (await attentionOf(db, merchantId, at)).length,
        keys: (await developers.keys(merchantId)).length,
        platforms: (await developers.platforms(merchantId)).length,
        failures: (await findFailures(db, merchantId, { search: undefined, cursor })).rows.length,
        orders: (await findOrders(db, at, list)).rows.length,
        ordersToday: (await overview(merchantId)).days.at(-1)?.orders ?? 0,
        payments: (await findPayments(db, merchantId, cursor)).rows.length,
        refunds: (await findRefunds(db, merchantId, cursor)).rows.length,
        webhooks: (await findWebhooks(db, list)).rows.length,
        webhook: Number((await findWebhook(db, merchantId, webhookId)) !== undefined),
        order: Number((await showOrderDetail(context, merchantId, orderId)) !== undefined),
        endpoints: (await webhookEndpoints(db, merchantId)).length,
        people: (await listPeople(db, merchantId)).length,
        brand: Number((await brandOf(db).read(merchantId)).accent !== undefined),
      };
    };
    const own = await shown(MERCHANT);
    const others = await shown(OTHER);
    assert.deepEqual(own, { ...Object.fromEntries(Object.keys(own).map((name) => [name, 1])), attention: 3 });
    assert.deepEqual(others, Object.fromEntries(Object.keys(own).map((name) => [name, 0])));
    await db.close();
  });

  it('shows the health of an endpoint for each merchant that uses it', async () => {
    const { store } = await withOneOfEverything(engine);
    const { db, context } = store;
    const input = { emission_amount: 1, emission_unit: 'kgCO2' as const };
    const callback_url = 'https://air.example/n';
    const { order_id } = JSON.parse((await createOrder(context, OTHER, { ...input, callback_url })).body);
    await settleOrder(store, order_id, 'completed');
    const health = await Promise.all([MERCHANT, OTHER].map((id) => webhookEndpoints(db, id)));
    const [own, other] = health.map(([one]) => [one?.failingSince, one?.disabledAt]);
    assert.deepEqual(own, [undefined, context.now()], 'a disabled one is not failing, too');
    assert.deepEqual(other, [undefined, undefined]);
    await db.close();
  });

  it('removes no people or links of another merchant, and its form identifiers differ', async () => {
    const { store } = await withOneOfEverything(engine);
    const { db, context } = store;
    const [ana] = await listPeople(db, MERCHANT);
    await assert.rejects(removePerson(db, { merchantId: OTHER, id: ana?.id ?? '' }, SOMEBODY), /no such/);
    const ben = { merchantId: MERCHANT, email: 'ben@air.example', role: 'viewer' } as const;
    await invitePerson(context, ben, SOMEBODY);
    const [, { id = '' } = {}] = await listPeople(db, MERCHANT);
    await removePerson(db, { merchantId: MERCHANT, id }, SOMEBODY);
    assert.deepEqual(await listPeople(db, MERCHANT), [ana]);
    const links = await db.kysely.selectFrom('console_links').select('person_id').execute();
    assert.deepEqual(links, [{ person_id: ana?.id }]);
    assert.notEqual(formId('key', MERCHANT, 'once'), formId('key', OTHER, 'once'));
    await db.close();
  });

  it('marks no statement of another merchant as paid or unpaid', async () => {
    const { store } = await withOneOfEverything(engine);
    const { db, context } = store;
    const id = newId('stm', context.now());
    const sums = { total_minor: 1, orders: 1, refunds: 0, tax: null, closed_at: 0, paid_at: null };
    await db.kysely
      .insertInto('statements')
      .values({
        merchant_id: MERCHANT,
        id,
        number: 1,
        period: '2026-11',
        currency: 'EUR',
        state: 'closed',
        ...sums,
      })
      .execute();
    const actor = {
      personId: 'per_1',
      name: 'Ana',
      role: 'operator',
      merchantId: undefined,
      signedInAt: 0,
    } as const;
    const stateOf = async (): Promise<string> =>
      (await db.kysely.selectFrom('statements').select('state').executeTakeFirstOrThrow()).state;
    const money = moneyOf(context);
    const mark = (merchantId: string, once: string, isPaid: boolean): Promise<boolean> =>
      money.markPaid(actor, merchantId, { id, isPaid, once });
    await assert.rejects(mark(OTHER, 'a', true), /no such closed statement/);
    assert.equal(await stateOf(), 'closed');
    await mark(MERCHANT, 'a', true);
    assert.equal(await stateOf(), 'paid');
    await mark(MERCHANT, 'b', true);
    await assert.rejects(mark(OTHER, 'c', false), /no such closed statement/);
    assert.equal(await stateOf(), 'paid');
    const marks = (await listAudit(db, { merchantId: MERCHANT })).map(({ action }) => action);
    assert.deepEqual(marks, ['statement.paid', 'console_person.invited'], 'once');
    await db.close();
  });
});
