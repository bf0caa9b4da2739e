import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { startGateway } from './gateway.ts';
import { openDatabase } from './store/open-database.ts';
import { callerOf } from './testing/caller.ts';
import { sharedPostgres } from './testing/postgres.ts';

it('a serialisation failure, a deadlock and a lock timeout get 503 with Retry-After, another error 500', async (t) => {
  const server = await sharedPostgres();
  t.after(() => server.stop());
  const databaseUrl = await server.createDatabase();
  const gateway = await startGateway({ databaseUrl });
  t.after(() => gateway.close());
  const db = openDatabase(databaseUrl);
  t.after(() => db.close());
  await sql`alter table orders rename to real_orders`.execute(db.kysely);
  const responses: unknown[] = [];
  for (const code of ['40001', '40P01', '55P03', '55006']) {
    await sql
      .raw(`create or replace function fails() returns boolean language plpgsql as
        $$ begin raise exception using errcode = '${code}'; end $$;
        create or replace view orders as select real_orders.* from fails() as f left join real_orders on f`)
      .execute(db.kysely);
    const { status, headers } = await callerOf(gateway.url).get(
      '/offset-gateway/orders/ord_01M8K6DMHZ0QH6R14TF1CP4GMY',
    );
    responses.push([code, status, headers.get('retry-after')]);
  }
  assert.deepEqual(responses, [
    ['40001', 503, '2'],
    ['40P01', 503, '2'],
    ['55P03', 503, '2'],
    ['55006', 500, null],
  ]);
});
