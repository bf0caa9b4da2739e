import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../engine.ts';
import { migrate } from '../migrate.ts';
import { openSqlite } from './open.ts';

let folder: string;
let db: Database;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'read-thread-'));
  db = openSqlite(`sqlite:${join(folder, 'gateway.sqlite')}`, {});
  await migrate(db);
});
after(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

/** Takes a tenth of a second or more. */
const long = sql<{
  count: number;
}>`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1e6)
  select count(*) as count from numbers`;

it('a long read does not block the event loop, and sees committed rows', async () => {
  let turns = 0;
  let ended = false;
  const turn = (): void => {
    turns += 1;
    if (!ended) setImmediate(turn);
  };
  setImmediate(turn);
  const { rows } = await long.execute(db.longReads);
  ended = true;
  assert.deepEqual(rows, [{ count: 1e6 }]);
  assert.ok(turns > 20, `${turns} turns`);
  await db.kysely.insertInto('settings').values({ name: 'a', value: '1' }).execute();
  const read = db.longReads.selectFrom('settings').select('value').where('name', '=', 'a');
  assert.deepEqual(await read.execute(), [{ value: '1' }]);
});

it('a failed query or a write throws, and the next query runs', async () => {
  const failing = sql`select * from nowhere`.execute(db.longReads);
  await assert.rejects(failing, { name: 'SqliteError', code: 'SQLITE_ERROR', message: /no such table/ });
  const writing = db.longReads.deleteFrom('settings').execute();
  await assert.rejects(writing, /does not return data/);
  await assert.rejects(
    db.longReads.transaction().execute(async () => {}),
    /only reads/,
  );
  const two = await Promise.all(
    [1, 2].map((n) => sql<{ n: number }>`select ${n} as n`.execute(db.longReads)),
  );
  assert.deepEqual(
    two.map(({ rows }) => rows),
    [[{ n: 1 }], [{ n: 2 }]],
  );
});

it('a query in progress is rejected when the database closes', async () => {
  const other = openSqlite(`sqlite:${join(folder, 'gateway.sqlite')}`, {});
  const refused = assert.rejects(long.execute(other.longReads), /the thread that reads the database ended/);
  // Until the thread runs the query, which closing then ends.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await other.close();
  await refused;
});

it('a closed database leaves no log beside its file, though the thread read it', async () => {
  const path = join(folder, 'closed.sqlite');
  const other = openSqlite(`sqlite:${path}`, {});
  await migrate(other);
  for (const kysely of [other.reader, other.longReads])
    await kysely.selectFrom('settings').selectAll().execute();
  await other.close();
  assert.equal(existsSync(`${path}-wal`), false);
});

it('a file that cannot be opened fails with SQLITE_CANTOPEN, and is read once it can be', async () => {
  const path = join(folder, 'moved.sqlite');
  const other = openSqlite(`sqlite:${path}`, {});
  await migrate(other);
  const read = other.longReads.selectFrom('settings').selectAll();
  renameSync(path, `${path}.away`);
  await assert.rejects(read.execute(), { name: 'SqliteError', code: 'SQLITE_CANTOPEN' });
  renameSync(`${path}.away`, path);
  await read.execute();
  await other.close();
});
