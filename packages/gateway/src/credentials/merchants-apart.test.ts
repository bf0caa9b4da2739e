import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FILE_OPERATIONS, OPERATIONS } from '@flight-offset/core/openapi';
import { sql } from 'kysely';
import { startGateway } from '../gateway.ts';
import { SANDBOX, SANDBOX_MASTER_KEY } from '../sandbox.ts';
import type { Database } from '../store/engine.ts';
import { newId } from '../store/ids.ts';
import { openDatabase } from '../store/open-database.ts';
import { type Caller, callerOf } from '../testing/caller.ts';
import { onBothEngines } from '../testing/engines.ts';
import { addMerchant } from '../testing/store.ts';
import { createApiKey } from './api-keys.ts';
import { createSealer } from './seal.ts';

const ORDERS = '/offset-gateway/orders';

/** Adds a second merchant. @returns its credentials. */
async function addOther(db: Database): Promise<{ apiKey: string; secret: string }> {
  await addMerchant(db, 'other');
  const sealer = createSealer(SANDBOX_MASTER_KEY);
  const { apiKey, secret = '' } = await createApiKey({ db, sealer }, 'other', { scheme: 'hmac-sha256' });
  return { apiKey, secret };
}

/** Reads every row of a merchant, by table. */
async function rowsOf({ kysely }: Database, merchantId: string): Promise<Record<string, string[]>> {
  const tables = await kysely.introspection.getTables();
  const own = tables.filter(({ columns }) => columns.some((column) => column.name === 'merchant_id'));
  const rows: Record<string, string[]> = {};
  for (const { name } of own) {
    const { rows: found } =
      await sql`select * from ${sql.table(name)} where merchant_id = ${merchantId}`.execute(kysely);
    rows[name] = found.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}

/** Identifiers of a merchant's resources, by the path parameter that names them. */
type Owned = Readonly<Record<string, readonly string[]>>;

/** Creates one of every resource that a path can name. */
async function makeOneOfEach(db: Database, mine: Caller): Promise<Owned> {
  const create = async (): Promise<string> =>
    (await mine.post(ORDERS, { emission_amount: 2000, reference: 'EX7K2P' })).json.order_id;
  const [paid, confirmed, pending] = [await create(), await create(), await create()];
  await mine.post(`/sandbox/orders/${paid}/payment`, { outcome: 'completed' });
  await mine.post(`${ORDERS}/${paid}/refunds`, { emission_amount: 1 });
  await mine.post(`${ORDERS}/${confirmed}/confirm`, {});
  const closed = { id: newId('stm', Date.now()), number: 1, period: '2026-10', currency: 'EUR' };
  const sums = { total_minor: 1, orders: 1, refunds: 0, tax: null, closed_at: 0, paid_at: null };
  await db.kysely
    .insertInto('statements')
    .values({ merchant_id: SANDBOX.merchantId, state: 'closed', ...closed, ...sums })
    .execute();
  const transactions = await db.kysely.selectFrom('transactions').select('id').execute();
  assert.ok(transactions.length > 0);
  return {
    order_id: [paid, confirmed, pending],
    id: transactions.map(({ id }) => id),
    statement_id: [closed.id, 'open_INR'],
  };
}

/** Endpoints that name a merchant's resource. */
const NAMING = [
  ...OPERATIONS,
  ...FILE_OPERATIONS.map(({ path }) => ({ method: 'GET', path })),
  { method: 'POST', path: '/sandbox/orders/{order_id}/payment' },
].filter(({ path }) => path.includes('{'));

type Operation = Pick<(typeof NAMING)[number], 'method' | 'path'>;

/** Calls an operation on a resource. @returns its response, without the resource's identifier. */
async function respond(
  caller: Caller,
  { method, path }: Operation,
  id: string,
  body: object,
): Promise<{ status: number; text: string }> {
  const url = path.replace(/\{\w+\}/, id);
  const { status, text } = await (method === 'GET' ? caller.get(url) : caller.post(url, body));
  return { status, text: text.replaceAll(id, 'ID') };
}

/** Fails if a caller gets another response for an identifier than for one that nobody has. */
async function assertUnknown(caller: Caller, operation: Operation, id: string): Promise<void> {
  const { method, path } = operation;
  const nobodys = id.startsWith('open_') ? 'open_CHF' : id.replace(/.{4}$/, '0000');
  for (const body of [{}, { outcome: 'completed' }, { outcome: 'failed' }]) {
    const response = await respond(caller, operation, id, body);
    assert.ok([400, 404].includes(response.status), `${method} ${path}: ${response.status}`);
    assert.deepEqual(response, await respond(caller, operation, nobodys, body), `${method} ${path}`);
  }
}

onBothEngines('merchants', ({ database }) => {
  it('cannot see or change orders and transactions of another merchant, or share its platforms and keys', async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openDatabase(databaseUrl);
    try {
      const key = await addOther(db);
      const mine = callerOf(gateway.url);
      const other = callerOf(gateway.url, key);
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

  it('get the same response for an identifier of another merchant as for an unknown one, and change nothing', async () => {
    const databaseUrl = await database();
    const gateway = await startGateway({ databaseUrl });
    const db = openDatabase(databaseUrl);
    try {
      const other = callerOf(gateway.url, await addOther(db));
      const owned = await makeOneOfEach(db, callerOf(gateway.url));
      const before = await rowsOf(db, SANDBOX.merchantId);
      for (const operation of NAMING) {
        const ids = owned[/\{(\w+)\}/.exec(operation.path)?.[1] ?? ''];
        assert.ok(ids, `${operation.path}: this test has no identifier for it`);
        for (const id of ids) await assertUnknown(other, operation, id);
      }
      assert.equal(NAMING.length, 11);
      for (const path of [ORDERS, '/offset-gateway/statements', '/offset-gateway/exports/orders.csv']) {
        const { status, text } = await other.get(path);
        assert.equal(status, 200);
        assert.doesNotMatch(text, /EX7K2P|ord_|stm_|open_/, path);
      }
      assert.deepEqual(await rowsOf(db, SANDBOX.merchantId), before);
    } finally {
      await db.close();
      await gateway.close();
    }
  });
});
