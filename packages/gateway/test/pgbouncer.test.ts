/**
 * A gateway behind PgBouncer in transaction mode, where no two transactions need to share a connection to the server.
 * `PGBOUNCER` names its executable, of 1.21 or later; npm has none.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { startGateway } from '../src/gateway.ts';
import { openDatabase } from '../src/store/engine.ts';
import { callerOf } from '../src/testing/caller.ts';
import { freePort, type PostgresServer, startPostgres } from '../src/testing/postgres.ts';

const { PGBOUNCER = '' } = process.env;
const skip = PGBOUNCER === '' && 'PGBOUNCER does not name an executable of PgBouncer';

describe('behind PgBouncer in transaction mode', { skip }, () => {
  let server: PostgresServer;
  let pooler: ChildProcess;
  let folder = '';
  let url = '';
  before(async () => {
    server = await startPostgres();
    const direct = new URL(await server.createDatabase());
    folder = await mkdtemp(join(tmpdir(), 'gateway-pgbouncer-'));
    await chmod(folder, 0o755);
    const port = await freePort();
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'any',
      pool_mode: 'transaction',
      default_pool_size: 4,
      max_prepared_statements: 100,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const target = `host=127.0.0.1 port=${direct.port} dbname=${direct.pathname.slice(1)} user=postgres`;
    await writeFile(
      join(folder, 'ini'),
      `[databases]\ngateway = ${target}\n[pgbouncer]\n${lines.join('\n')}\n`,
    );
    // It refuses to run as root.
    const account = process.getuid?.() === 0 ? { uid: Number(execFileSync('id', ['-u', 'nobody'])) } : {};
    pooler = spawn(PGBOUNCER, ['-q', join(folder, 'ini')], { stdio: 'inherit', ...account });
    url = `postgres://postgres@127.0.0.1:${port}/gateway`;
    for (let tries = 0; ; tries += 1) {
      const db = openDatabase(url, { poolSize: 1 });
      const up = await sql`select 1`.execute(db.kysely).then(
        () => true,
        () => false,
      );
      await db.close();
      if (up) break;
      assert.ok(tries < 100 && pooler.exitCode === null, 'PgBouncer does not respond');
      await setTimeout(50);
    }
  });
  after(async () => {
    if (pooler?.exitCode === null) {
      pooler.kill('SIGTERM');
      await once(pooler, 'exit');
    }
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('two gateways take, pay and refund orders at the same time, over fewer connections than they open', async () => {
    const gateways = [await startGateway({ databaseUrl: url }), await startGateway({ databaseUrl: url })];
    try {
      const callers = gateways.map((one) => callerOf(one.url));
      const orders = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          callers[index % 2]?.post('/offset-gateway/orders', { emission_amount: 1 + index }),
        ),
      );
      for (const order of orders) assert.equal(order?.status, 201);
      const ids = orders.map((order) => order?.json.order_id);
      await Promise.all(
        ids.map((id, index) =>
          callers[index % 2]?.post(`/sandbox/orders/${id}/payment`, { outcome: 'completed' }),
        ),
      );
      const listed = await callers[0]?.get('/offset-gateway/orders?status=completed&limit=100');
      assert.equal(listed?.json.metadata.total_records, 60);
      const refund = await callers[1]?.post(`/offset-gateway/orders/${ids[0]}/refunds`, {});
      assert.equal(refund?.status, 201);
    } finally {
      await Promise.all(gateways.map((one) => one.close()));
    }
  });

  it('both bounds hold: of a statement, and of a transaction that does nothing; and they stay with their transaction', async () => {
    const db = openDatabase(url, { statementTimeoutMs: 300, poolSize: 2 });
    const slow = db.kysely.transaction().execute((tx) => sql`select pg_sleep(30)`.execute(tx));
    await assert.rejects(slow, /statement timeout/);
    await assert.rejects(sql`select pg_sleep(30)`.execute(db.kysely), /has not responded/);
    const idle = db.kysely.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await setTimeout(2000);
      await sql`select 1`.execute(tx);
    });
    await assert.rejects(idle);
    const patient = openDatabase(url, { statementTimeoutMs: 0, poolSize: 4 });
    const shown = await Promise.all(
      Array.from(
        { length: 8 },
        async () =>
          (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(patient.kysely)).rows[0],
      ),
    );
    for (const row of shown)
      assert.equal(row?.statement_timeout, '0', 'nothing is left on a shared connection');
    await patient.close();
    await db.close();
  });
});
