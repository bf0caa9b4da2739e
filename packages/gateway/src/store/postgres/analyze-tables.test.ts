import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { sharedPostgres } from '../../testing/postgres.ts';
import { openDatabase } from '../open-database.ts';
import { analyzeTables } from './analyze-tables.ts';

it('tables that the account may not analyse are named: PostgreSQL skips them silently', async (t) => {
  const server = await sharedPostgres();
  t.after(() => server.stop());
  const url = new URL(await server.createMigrated());
  const owner = openDatabase(url.href);
  t.after(() => owner.close());
  const account = `serving_${url.pathname.slice(1)}`;
  url.username = account;
  const serving = openDatabase(url.href);
  const run = (text: string) => sql.raw(text).execute(owner.kysely);
  await run(`create role ${account} login`);
  const all = ['orders', 'refunds'] as const;
  await assert.rejects(analyzeTables(serving, all), {
    code: 'stale_statistics',
    message: /of orders, refunds still/,
  });
  await run(`alter table refunds owner to ${account}`);
  await assert.rejects(analyzeTables(serving, all), /of orders still/);
  await run(`grant maintain on orders to ${account}`);
  await analyzeTables(serving, all);
  await analyzeTables(owner, all);
  await serving.close();
  await run(`reassign owned by ${account} to postgres`);
  await run(`drop owned by ${account}`);
  await run(`drop role ${account}`);
});
