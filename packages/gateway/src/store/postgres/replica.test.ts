import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { readConfig } from '../../config.ts';
import { ConfigError } from '../../config-error.ts';
import { startGateway } from '../../gateway.ts';
import { callerOf } from '../../testing/caller.ts';
import { sandboxVisitor } from '../../testing/console-visitor.ts';
import { freePort } from '../../testing/free-port.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { openDatabase } from '../open-database.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.stop());

it('exports are read from the standby; lists, orders and keys never', async () => {
  const [databaseUrl, standby] = [await server.createDatabase(), await server.createDatabase()];
  // A standby that has stopped following: it has the schema, but no order and no key.
  const before = await startGateway({ databaseUrl: standby });
  await before.close();
  const db = openDatabase(standby);
  await db.kysely.deleteFrom('api_keys').execute();
  await db.close();
  const gateway = await startGateway({ databaseUrl, environment: { GATEWAY_REPLICA_DATABASE_URL: standby } });
  try {
    const caller = callerOf(gateway.url);
    const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1 });
    assert.equal((await caller.get('/offset-gateway/orders')).json.metadata.total_records, 1);
    assert.equal((await caller.get(`/offset-gateway/orders/${json.order_id}`)).status, 200);
    const csv = (await caller.get('/offset-gateway/exports/orders.csv')).text.trim().split('\r\n');
    assert.equal(csv.length, 1, 'the standby has no order');
    const merchant = '/merchants/sandbox-merchant';
    const visitor = await sandboxVisitor(gateway.url);
    const exported = (await visitor.get(`${merchant}/orders.csv`)).text.trim().split('\r\n');
    assert.equal(exported.length, 1, 'nor has the export of the console');
    assert.ok((await visitor.get(`${merchant}/orders`)).text.includes(json.order_id));
  } finally {
    await gateway.close();
  }
});

it('an export gets 503 if the standby is unavailable, and no truncated file', async () => {
  const environment = {
    GATEWAY_REPLICA_DATABASE_URL: `postgres://gateway@127.0.0.1:${await freePort()}/gateway`,
  };
  const gateway = await startGateway({ databaseUrl: await server.createDatabase(), environment });
  try {
    const { status, headers } = await callerOf(gateway.url).get('/offset-gateway/exports/orders.csv');
    assert.equal(status, 503);
    assert.ok(Number(headers.get('retry-after')) > 0, 'Retry-After');
    const visitor = await sandboxVisitor(gateway.url);
    assert.equal((await visitor.get('/merchants/sandbox-merchant/orders.csv')).status, 503);
  } finally {
    await gateway.close();
  }
});

it('a standby is refused for SQLite, and if it is not PostgreSQL itself', () => {
  const read = (DATABASE_URL: string, GATEWAY_REPLICA_DATABASE_URL: string) => () =>
    readConfig({ DATABASE_URL, GATEWAY_REPLICA_DATABASE_URL }, { sandbox: true });
  const named = (error: unknown): boolean =>
    error instanceof ConfigError &&
    error.faults.some((one) => one.startsWith('GATEWAY_REPLICA_DATABASE_URL'));
  assert.throws(read('sqlite:x.sqlite', 'postgres://standby/gateway'), named);
  assert.throws(read('postgres://primary/gateway', 'sqlite:x.sqlite'), named);
});
