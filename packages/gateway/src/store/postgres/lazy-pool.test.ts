import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { sharedPostgres } from '../../testing/postgres.ts';
import { until } from '../../testing/until.ts';
import { openDatabase } from '../open-database.ts';

it('connections are counted as used, idle or waiting: none before the first query, and none twice', async (t) => {
  const server = await sharedPostgres();
  t.after(() => server.stop());
  const { kysely, transaction, connections, close } = openDatabase(await server.createDatabase(), {
    poolSize: 1,
  });
  t.after(close);
  assert.deepEqual(connections?.(), { used: 0, idle: 0, waiting: 0 });
  let waiting: Promise<unknown> | undefined;
  await transaction(async (tx) => {
    await sql`select 1`.execute(tx);
    assert.deepEqual(connections?.(), { used: 1, idle: 0, waiting: 0 });
    waiting = sql`select 2`.execute(kysely);
    await until(async () => connections?.().waiting === 1, 'a query that waits');
  });
  await waiting;
  assert.deepEqual(connections?.(), { used: 0, idle: 1, waiting: 0 });
});
