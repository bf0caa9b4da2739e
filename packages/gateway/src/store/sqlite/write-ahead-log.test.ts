import assert from 'node:assert/strict';
import fs from 'node:fs';
import { copyFile, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { startGateway } from '../../gateway.ts';
import { readiness } from '../../operation/ready.ts';
import { callerOf } from '../../testing/caller.ts';
import { isDatabaseUnavailable } from '../database-unavailable.ts';
import type { Database } from '../engine.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';
import { inTransaction } from '../transaction.ts';

const ORDERS = '/offset-gateway/orders';

/** Ends each waiting flush, with or without an error; later ones go to the disk again. */
interface Release {
  (error?: NodeJS.ErrnoException): void;
  isWaiting(): boolean;
}

function hangDisk(t: TestContext): Release {
  const held: ((error: NodeJS.ErrnoException | null) => void)[] = [];
  const { mock } = t.mock.method(fs, 'fdatasync', (_: number, done: (typeof held)[number]) => {
    held.push(done);
  });
  const release = (error?: NodeJS.ErrnoException): void => {
    mock.restore();
    for (const done of held) done(error ?? null);
  };
  return Object.assign(release, { isWaiting: () => held.length > 0 });
}

/** Writes repeatedly until a checkpoint worker has ended. @returns each different result or error once. */
async function whileEmptied(file: string, write: () => unknown): Promise<unknown[]> {
  const emptying = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: file });
  const results = new Set<unknown>();
  let isDone = false;
  emptying.once('message', () => {
    isDone = true;
  });
  emptying.postMessage('empty');
  while (!isDone) {
    try {
      results.add(write());
    } catch (error) {
      results.add((error as Error).message);
    }
    await setImmediate();
  }
  await emptying.terminate();
  return [...results];
}

describe('the write-ahead log of SQLite', () => {
  let folder = '';
  let count = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-log-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const newFile = (): string => join(folder, `${++count}.sqlite`);

  it('a disk that hangs delays commits and fails /readyz, and other requests are served', async (t) => {
    const gateway = await startGateway({ databaseUrl: `sqlite:${newFile()}` });
    const caller = callerOf(gateway.url);
    const release = hangDisk(t);
    let isCommitted = false;
    const made = caller.post(ORDERS, { emission_amount: 1 }).finally(() => {
      isCommitted = true;
    });
    for (let requests = 0; requests < 50; requests += 1)
      assert.equal((await caller.raw('/healthz')).status, 200);
    assert.equal((await caller.raw('/readyz')).status, 503);
    assert.equal(isCommitted, false);
    release();
    assert.equal((await made).status, 201);
    await gateway.close();
  });

  it('neither writer nor reader sees a commit before it is on disk', async (t) => {
    const db = openDatabase(`sqlite:${newFile()}`);
    await migrate(db);
    const release = hangDisk(t);
    const resolved: string[] = [];
    const written = inTransaction(db, (tx) =>
      tx.insertInto('settings').values({ name: 'one', value: '1' }).execute(),
    ).then(() => resolved.push('writer'));
    while (!release.isWaiting()) await setImmediate();
    const read = db.reader
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'one')
      .executeTakeFirst();
    const seen = read.then((row) => resolved.push(`reader of ${row?.value}`));
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.deepEqual(resolved, []);
    release();
    await Promise.all([written, seen]);
    assert.deepEqual(resolved.toSorted(), ['reader of 1', 'writer']);
    await db.close();
  });

  it('has the parents of new folders flushed to disk, so that their names last', async (t) => {
    const flushed: number[] = [];
    t.mock.method(fs, 'fsyncSync', (descriptor: number) => {
      flushed.push(fs.fstatSync(descriptor).ino);
    });
    const made = join(folder, 'made');
    await openDatabase(`sqlite:${made}/inner/gateway.sqlite`).close();
    assert.deepEqual(flushed, [(await stat(folder)).ino, (await stat(made)).ino]);
  });

  it('a flush that fails is an outage until the database is opened again', async (t) => {
    const file = newFile();
    const db = openDatabase(`sqlite:${file}`);
    await migrate(db);
    const write = (to: Database, name: string): Promise<unknown> =>
      inTransaction(to, (tx) => tx.insertInto('settings').values({ name, value: '' }).execute());
    const release = hangDisk(t);
    const first = write(db, 'first');
    while (!release.isWaiting()) await setImmediate();
    release(Object.assign(new Error('EIO'), { code: 'EIO' }));
    await assert.rejects(first, isDatabaseUnavailable);
    await assert.rejects(write(db, 'second'), isDatabaseUnavailable);
    assert.equal(await readiness(db)(), false);
    await db.close();
    const again = openDatabase(`sqlite:${file}`);
    await write(again, 'third');
    assert.equal(await readiness(again)(), true);
    await again.close();
  });

  it('is found beside the linked file if the URL names a symbolic link', async (t) => {
    const linked = await mkdtemp(join(tmpdir(), 'gateway-link-'));
    t.after(() => rm(linked, { recursive: true, force: true }));
    const link = join(linked, 'link.sqlite');
    await symlink(join(linked, 'gateway.sqlite'), link);
    await openDatabase(`sqlite:${join(linked, 'gateway.sqlite')}`).close();
    const db = openDatabase(`sqlite:${link}`);
    t.after(() => db.close());
    assert.notEqual((await migrate(db)).length, 0);
  });

  it('is removed when the database is closed, even if nothing was read', async () => {
    const file = newFile();
    const db = openDatabase(`sqlite:${file}`);
    await migrate(db);
    await db.close();
    assert.equal(fs.existsSync(`${file}-wal`), false);
    const copy = newFile();
    await copyFile(file, copy);
    const again = openDatabase(`sqlite:${copy}`);
    assert.deepEqual(await migrate(again), []);
    await again.close();
  });

  it('is not emptied while a backup reads an earlier state, so that writers do not wait', async () => {
    const file = newFile();
    const db = openDatabase(`sqlite:${file}`);
    await migrate(db);
    const [reader, writer] = [new SqliteDatabase(file), new SqliteDatabase(file, { timeout: 0 })];
    const write = writer.prepare("update settings set value = value || 'x' where name = 'written'");
    writer.exec("insert into settings (name, value) values ('written', '')");
    reader.exec('begin; select * from settings');
    write.run();
    assert.deepEqual(await whileEmptied(file, () => write.run().changes), [1]);
    for (const open of [reader, writer]) open.close();
    await db.close();
  });

  it('is left as it is if a reader begins while it is emptied, so that writers wait only a moment', async () => {
    const file = newFile();
    const db = openDatabase(`sqlite:${file}`);
    await migrate(db);
    // The worker waits twice as long for writers.
    const [reader, writer] = [new SqliteDatabase(file), new SqliteDatabase(file, { timeout: 2500 })];
    // Reads the whole log: nothing is written before the worker checks for readers.
    reader.exec('begin; select * from settings');
    const results = await whileEmptied(file, () => writer.exec('begin immediate; rollback') === writer);
    for (const open of [reader, writer]) open.close();
    await db.close();
    assert.deepEqual(results, [true]);
  });

  it('is emptied into the database as it grows, and loses nothing', async () => {
    const file = newFile();
    const db = openDatabase(`sqlite:${file}`);
    await migrate(db);
    const value = 'x'.repeat(100_000);
    let largest = 0;
    const names = Array.from({ length: 400 }, (_, index) => `row ${index}`);
    for (const name of names) {
      await inTransaction(db, (tx) => tx.insertInto('settings').values({ name, value }).execute());
      largest = Math.max(largest, (await stat(`${file}-wal`)).size);
      // On a busy machine, the other thread has to get its turn.
      for (let tries = 0; (await stat(`${file}-wal`)).size > 8_000_000; tries += 1) {
        await setTimeout(5);
        await inTransaction(db, (tx) =>
          tx
            .updateTable('settings')
            .set({ value: String(tries) })
            .where('name', '=', 'row 0')
            .execute(),
        );
      }
    }
    assert.ok(largest < 20_000_000, `it grew to ${largest} bytes, of 40 000 000 written`);
    await db.close();
    const again = openDatabase(`sqlite:${file}`);
    const kept = await again.kysely
      .selectFrom('settings')
      .select('name')
      .where('name', 'like', 'row %')
      .execute();
    assert.equal(kept.length, names.length);
    assert.deepEqual((await sql`pragma integrity_check`.execute(again.kysely)).rows, [
      { integrity_check: 'ok' },
    ]);
    await again.close();
  });
});
