/** Moving a gateway from SQLite to PostgreSQL: a backup of one, restored to the other. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { backUp, restore } from '../src/backup/back-up.ts';
import { startGateway } from '../src/index.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { callerOf } from '../src/testing/caller.ts';
import { runCommand } from '../src/testing/command-line.ts';
import { consoleVisitor } from '../src/testing/console-visitor.ts';
import { type SharedPostgres, sharedPostgres } from '../src/testing/postgres.ts';
import { startReceiver } from '../src/testing/receiver.ts';
import { type ConsoleScene, fillConsole } from './console-scene.ts';

/** Tables that a restore leaves empty, and one that only PostgreSQL has. */
const ELSEWHERE = ['console_sessions', 'console_links', 'rate_windows'];

/** Lowers the count of rows on the last page of a table: a reader misses a row without an error. */
async function loseRow(file: string, table: string): Promise<void> {
  const db = new SqliteDatabase(file);
  const { page } = db
    .prepare<[string], { page: number }>(
      "select max(pageno) as page from dbstat where name = ? and pagetype = 'leaf'",
    )
    .get(table) ?? { page: 0 };
  const size = db.pragma('page_size', { simple: true }) as number;
  db.close();
  const bytes = await readFile(file);
  const cells = (page - 1) * size + 3;
  bytes.writeUInt16BE(bytes.readUInt16BE(cells) - 1, cells);
  await writeFile(file, bytes);
}

/** Adds rows to one table that are copied in several parts. */
function addLongRows(file: string): void {
  const db = new SqliteDatabase(file);
  const insert = db.prepare(`insert into idempotency (merchant_id, key, body_hash, response, created_at)
    select id, ?, 'h', ?, ? from merchants limit 1`);
  for (const key of ['a', 'b', 'c']) insert.run(key, '9'.repeat(600_000), Date.now());
  db.close();
}

describe('a backup of SQLite that is restored to PostgreSQL', () => {
  let folder = '';
  let server: SharedPostgres;
  let scene: ConsoleScene;
  const path = (name: string): string => join(folder, name);
  before(async () => {
    server = await sharedPostgres();
    folder = await mkdtemp(join(tmpdir(), 'gateway-move-'));
    const databaseUrl = `sqlite:${path('gateway.sqlite')}`;
    const receiver = await startReceiver((index) => ({ status: index < 3 ? 200 : 503 }));
    const gateway = await startGateway({ databaseUrl });
    scene = await fillConsole(gateway.url, databaseUrl, receiver);
    await gateway.close();
    await receiver.close();
    addLongRows(path('gateway.sqlite'));
    await backUp(databaseUrl, path('whole.backup'), {});
  });
  after(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const tablesOf = async (databaseUrl: string): Promise<string[]> => {
    const db = openDatabase(databaseUrl, { poolSize: 1 });
    const tables = await db.kysely.introspection.getTables();
    await db.close();
    return tables.map(({ name }) => name).sort();
  };

  it('has each row of each table, serves orders, signs nobody in, and passes doctor', async () => {
    const databaseUrl = await server.createDatabase();
    await restore(path('whole.backup'), databaseUrl, {});

    const source = new SqliteDatabase(path('whole.backup'), { readonly: true });
    const target = openDatabase(databaseUrl, { poolSize: 1 });
    let rows = 0;
    for (const table of await tablesOf(databaseUrl)) {
      if (ELSEWHERE.includes(table)) continue;
      const there = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
        target.kysely,
      );
      const here = source.prepare<[], Record<string, unknown>>(`select * from ${table}`).all();
      const texts = (all: readonly Record<string, unknown>[]): string[] =>
        all.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
      assert.deepEqual(texts(there.rows), texts(here), table);
      rows += here.length;
    }
    assert.ok(rows > 200, `${rows} rows`);
    source.close();
    const settled = target.kysely.selectFrom('orders').selectAll().where('status', '=', 'completed');
    const born = { ...(await settled.executeTakeFirstOrThrow()), id: 'x', payment_token: 'x' };
    const again = target.kysely.insertInto('orders').values(born).execute();
    await assert.rejects(again, /starts pending/, 'the rules of its tables hold again');
    await target.close();

    const { code, out } = await runCommand({ DATABASE_URL: databaseUrl }, 'doctor', '--sandbox', '--json');
    const before = await runCommand(
      { DATABASE_URL: `sqlite:${path('gateway.sqlite')}` },
      'doctor',
      '--sandbox',
      '--json',
    );
    const faults = (text: string): string[] =>
      JSON.parse(text)
        .filter(({ state }: { state: string }) => state === 'fault')
        .map(({ name }: { name: string }) => name);
    assert.deepEqual([code, faults(out)], [before.code, faults(before.out)]);

    const gateway = await startGateway({ databaseUrl });
    const caller = callerOf(gateway.url);
    const refund = await caller.post(`/offset-gateway/orders/${scene.orders.paid}/refunds`, {
      emission_amount: 1,
    });
    assert.equal(refund.status, 201);
    // Its webhook comes after the copied ones.
    const callback_url = 'http://127.0.0.1:9/n';
    const { json } = await caller.post('/offset-gateway/orders', { emission_amount: 1, callback_url });
    await caller.post(`/sandbox/orders/${json.order_id}/payment`, { outcome: 'completed' });
    assert.equal((await caller.get(`/offset-gateway/orders/${json.order_id}`)).json.status, 'completed');
    const somebody = consoleVisitor(gateway.url);
    somebody.cookie = scene.operator.cookie;
    assert.equal((await somebody.get('/account')).status, 401);
    await gateway.close();
  });

  it('leaves nothing if it cannot be copied: a row that breaks a rule, another version, a damaged file', async () => {
    const databaseUrl = await server.createDatabase();
    const changed = async (name: string, statement: string): Promise<string> => {
      await backUp(`sqlite:${path('gateway.sqlite')}`, path(name), {});
      const db = new SqliteDatabase(path(name));
      db.pragma('foreign_keys = 0');
      db.exec(statement);
      db.close();
      return path(name);
    };
    const orphan = await changed('orphan.backup', "update deliveries set order_id = 'none'");
    await assert.rejects(restore(orphan, databaseUrl, {}), /foreign key/);
    for (const [name, statement] of [
      ['older', "delete from schema_migrations where name = '0029-keys-of-refunds'"],
      ['newer', "insert into schema_migrations (name) values ('9999-further')"],
      ['other', "update schema_migrations set name = '0029-other' where name = '0029-keys-of-refunds'"],
    ] as const)
      await assert.rejects(restore(await changed(`${name}.backup`, statement), databaseUrl, {}), {
        name: 'BackupError',
        message: /of another version/,
      });
    await backUp(`sqlite:${path('gateway.sqlite')}`, path('part.backup'), {});
    await writeFile(path('part.backup-wal'), 'the latest orders');
    await assert.rejects(restore(path('part.backup'), databaseUrl, {}), {
      name: 'BackupError',
      message: /A part of this database is in .*part\.backup-wal/,
    });
    await writeFile(path('torn.backup'), 'SQLite format 3\0 and no more');
    await assert.rejects(restore(path('torn.backup'), databaseUrl, {}), {
      name: 'BackupError',
      message: /torn\.backup cannot be read: file is not a database/,
    });
    // Reading a plain copy of a file in use makes another file beside it: a read-only snapshot of a disk has no room
    // for that.
    const sealed = await changed('sealed.backup', 'pragma journal_mode = wal');
    await symlink('/nowhere', `${sealed}-shm`);
    await assert.rejects(restore(sealed, databaseUrl, {}), {
      name: 'BackupError',
      message: /sealed\.backup cannot be read: unable to open/,
    });
    await backUp(`sqlite:${path('gateway.sqlite')}`, path('short.backup'), {});
    await loseRow(path('short.backup'), 'payments');
    await assert.rejects(restore(path('short.backup'), databaseUrl, {}), {
      name: 'BackupError',
      message: /short\.backup is damaged/,
    });
    assert.deepEqual(await tablesOf(databaseUrl), []);
    const used = await server.createMigrated();
    await assert.rejects(restore(path('whole.backup'), used, {}), /is not empty/);
  });

  it('is refused if another restore makes the tables at the same time', async () => {
    const databaseUrl = await server.createDatabase();
    const both = [1, 2].map(() => restore(path('whole.backup'), databaseUrl, {}));
    const ends = await Promise.allSettled(both);
    assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await assert.rejects(Promise.all(both), {
      name: 'BackupError',
      message: /not empty|nothing was restored/,
    });
  });
});
