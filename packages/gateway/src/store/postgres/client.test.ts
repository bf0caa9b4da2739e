import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { onBothEngines } from '../../testing/engines.ts';
import { openDatabase } from '../open-database.ts';
import { PreparingClient } from './client.ts';

it('a host whose addresses all fail is reported with the error of each', () => {
  const client = new PreparingClient();
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  const error = new AggregateError([
    new Error('connect ECONNREFUSED ::1:5432'),
    new Error('connect ECONNREFUSED 127.0.0.1:5432'),
  ]);
  connection.emit('error', error);
  assert.match(error.message, /::1:5432; .*127\.0\.0\.1:5432$/);
});

onBothEngines('a connection', ({ engine, database }) => {
  it('whose prepared statements are gone names max_prepared_statements of the pooler in its error', {
    skip: engine === 'sqlite',
  }, async (t) => {
    const db = openDatabase(await database(), { poolSize: 1 });
    t.after(() => db.close());
    const ask = () => db.transaction((tx) => sql`select 1`.execute(tx));
    await ask();
    // A pooler that knows no prepared statements gives the next transaction a connection without them.
    await sql`deallocate all`.execute(db.kysely);
    await assert.rejects(ask, /"gateway_\d+" does not exist; .*max_prepared_statements above 0/);
  });

  it('that finds no table or schema is replaced, since its search_path may have been changed', {
    skip: engine === 'sqlite',
  }, async (t) => {
    const db = openDatabase(await database(), { poolSize: 1 });
    t.after(() => db.close());
    const server = async (): Promise<unknown> =>
      (await sql`select pg_backend_pid() as pid`.execute(db.kysely)).rows[0];
    const before = await server();
    assert.deepEqual(await server(), before);
    await assert.rejects(sql`select 1 / 0`.execute(db.kysely), { code: '22012' });
    assert.deepEqual(await server(), before);
    await assert.rejects(sql`select 1 from nowhere`.execute(db.kysely), { code: '42P01' });
    assert.notDeepEqual(await server(), before);
    const again = await server();
    await assert.rejects(sql`create table nowhere.at_all ()`.execute(db.kysely), { code: '3F000' });
    assert.notDeepEqual(await server(), again);
  });
});
