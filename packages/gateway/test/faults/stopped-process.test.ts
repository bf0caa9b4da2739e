/** A process that is suspended while it holds locks delays the others only for a limited time. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { startBuyers } from '../../src/testing/buyers.ts';
import { callerOf } from '../../src/testing/caller.ts';
import { sharedPostgres } from '../../src/testing/postgres.ts';
import { startProcess } from '../../src/testing/process.ts';
import { until } from '../../src/testing/until.ts';

/**
 * Time for which PostgreSQL lets a transaction idle, and time for which the process is suspended, seconds: six times as
 * long, like a minute and the default.
 */
const LIMIT = Number(process.env.STATEMENT_TIMEOUT_SECONDS ?? 2);
const STOPPED = 6 * LIMIT;
const ENVIRONMENT = { GATEWAY_DATABASE_STATEMENT_TIMEOUT_SECONDS: String(LIMIT) };

it('a process stopped with a lot locked blocks no other; resumed, it serves again, and nothing is lost or doubled', {
  timeout: 900_000,
}, async () => {
  const server = await sharedPostgres();
  const databaseUrl = await server.createDatabase();
  const named = new URL(databaseUrl);
  named.searchParams.set('application_name', 'stopped');
  const stopped = await startProcess(named.href, ENVIRONMENT);
  const other = await startProcess(databaseUrl, ENVIRONMENT);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const buyers = startBuyers([stopped.url, other.url]);
  const countOf = async (condition: string): Promise<number> => {
    const query = `select 1 from pg_stat_activity
      where application_name = 'stopped' and datname = current_database() and ${condition}`;
    return (await client.query(query)).rowCount ?? 0;
  };
  try {
    await buyers.paid(4);
    await until(async () => {
      // Locks the allotments, which every payment needs, until a payment of this process waits for them, with its own
      // locks.
      await client.query('begin');
      await client.query('select 1 from allotments for update');
      await until(async () => (await countOf(`wait_event_type = 'Lock'`)) > 0, 'a payment that waits');
      stopped.pause();
      await client.query('commit');
      const holds = (): Promise<number> => countOf(`state = 'idle in transaction'`);
      for (let tries = 0; tries < 50; tries += 1) if ((await holds()) > 0) return true;
      stopped.resume();
      return false;
    }, 'a process stopped in a transaction');
    const continued = setTimeout(STOPPED * 1000);
    await buyers.paid(20);
    await continued;
    assert.equal(await countOf('xact_start is not null'), 0, 'PostgreSQL ended its transactions');
    await buyers.paid(20);
    stopped.resume();
    await until(async () => (await callerOf(stopped.url).raw('/readyz')).status === 200, 'readiness');
    await buyers.stop();
    await buyers.check(databaseUrl);
  } finally {
    stopped.resume();
    await client.end();
    await buyers.stop().catch(() => {});
    await stopped.kill();
    await other.kill();
    await server.stop();
  }
});
