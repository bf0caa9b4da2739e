import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { type RunningGateway, startGateway } from './gateway.ts';
import { isDatabaseUnavailable } from './store/database-unavailable.ts';
import { openDatabase } from './store/engine.ts';
import { type Caller, type CallerResponse, callerOf } from './testing/caller.ts';
import { type PostgresServer, startPostgres } from './testing/postgres.ts';

const ORDERS = '/offset-gateway/orders';

describe('PostgreSQL goes away and comes back', { timeout: 120_000 }, () => {
  let server: PostgresServer;
  let gateway: RunningGateway;
  let caller: Caller;
  before(async () => {
    server = await startPostgres();
    gateway = await startGateway({ databaseUrl: await server.createDatabase() });
    caller = callerOf(gateway.url);
  });
  after(async () => {
    await gateway.close();
    await server.stop();
  });

  it('a connection that breaks between two statements is an error of the second, not the end of the process', async () => {
    const url = await server.createDatabase();
    const [one, other] = [openDatabase(url, { poolSize: 1 }), openDatabase(url, { poolSize: 1 })];
    const work = one.kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const pid = rows[0]?.pid;
      await sql`select pg_terminate_backend(${pid})`.execute(other.kysely);
      // The word of the server arrives while nobody asks anything; 'error' without a listener would be thrown here.
      await setTimeout(200);
      await sql`select 1`.execute(tx);
    });
    await assert.rejects(work, isDatabaseUnavailable);
    await sql`select 1`.execute(one.kysely);
    await Promise.all([one.close(), other.close()]);
  });

  it('under load: 503 with Retry-After, /readyz says so; then all is well, and nothing acknowledged is lost', async () => {
    let stop = false;
    const responses: CallerResponse[] = [];
    const buyer = async (): Promise<void> => {
      while (!stop) {
        responses.push(await caller.post(ORDERS, { emission_amount: 1 }));
        responses.push(await caller.get(ORDERS));
        if (responses.at(-1)?.status === 503) await setTimeout(20);
      }
    };
    const seen = async (path: string, status: number): Promise<void> => {
      while ((await caller.raw(path)).status !== status) await setTimeout(20);
    };
    const buyers = Promise.all(Array.from({ length: 8 }, buyer));
    const count = (status: number): number =>
      responses.filter((response) => response.status === status).length;
    while (count(201) < 20) await setTimeout(5);
    await server.pause();
    await seen('/readyz', 503);
    while (count(503) < 20) await setTimeout(5);
    assert.equal((await caller.raw('/healthz')).status, 200);
    await server.resume();
    await seen('/readyz', 200);
    const before = count(201);
    while (count(201) < before + 20) await setTimeout(5);
    stop = true;
    await buyers;
    for (const { status, json, headers } of responses) {
      assert.ok([200, 201, 503].includes(status), `${status} ${JSON.stringify(json)}`);
      if (status !== 503) continue;
      assert.equal(json.error, 50301);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    for (const { status, json } of responses) {
      if (status === 201) assert.equal((await caller.get(`${ORDERS}/${json.order_id}`)).status, 200);
    }
  });
});
