import assert from 'node:assert/strict';
import { it } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { onBothEngines } from '../testing/engines.ts';
import { hasLockWait } from '../testing/lock-wait.ts';
import { openStore } from '../testing/store.ts';
import { until } from '../testing/until.ts';
import { afterCommit, inTransaction, type Tx } from './transaction.ts';

onBothEngines('a transaction that the database asks to repeat', ({ database, engine }) => {
  const failing = (code: string): Error => Object.assign(new Error(code), { code });

  it('is repeated as a whole, and its work after the commit is done once', async () => {
    const { db } = await openStore(await database());
    const codes = ['40001', '40P01', 'SQLITE_BUSY'];
    let followed = 0;
    await inTransaction(db, async (tx) => {
      await tx.insertInto('settings').values({ name: 'once', value: '' }).execute();
      afterCommit(tx, () => {
        followed += 1;
      });
      const code = codes.shift();
      if (code) throw failing(code);
    });
    assert.deepEqual(codes, []);
    assert.equal(followed, 1);
    await db.close();
  });

  it('is given up after a limit with the error of the database; other errors are not repeated', async () => {
    const { db } = await openStore(await database());
    for (const [code, most] of [
      ['40001', 20],
      ['23505', 1],
      // A lock_timeout of the role: twelve times as long would be longer than any statement may take.
      ['55P03', 1],
    ] as const) {
      let tries = 0;
      const work = inTransaction(db, async () => {
        tries += 1;
        throw failing(code);
      });
      await assert.rejects(work, { code });
      assert.ok(tries <= most && (most === 1 || tries > 3), `${code}: ${tries}`);
    }
    await db.close();
  });

  if (engine === 'postgres') {
    it('runs as read committed, whatever the default isolation of its database', async () => {
      const { db, url } = await openStore(await database());
      const name = new URL(url).pathname.slice(1);
      await sql`alter database ${sql.id(name)} set default_transaction_isolation = 'repeatable read'`.execute(
        db.kysely,
      );
      const { db: other } = await openStore(url);
      const { rows } = await inTransaction(other, (tx) => sql`show transaction_isolation`.execute(tx));
      assert.deepEqual(rows, [{ transaction_isolation: 'read committed' }]);
      await other.close();
      await db.close();
    });
  }

  if (engine === 'sqlite') {
    it('is given up once another process has held the lock for the statement timeout, with those behind it', async (t) => {
      const { db, url } = await openStore(await database());
      const other = new SqliteDatabase(url.slice('sqlite:'.length));
      other.exec('begin immediate');
      let seconds = 0;
      t.mock.method(performance, 'now', () => {
        seconds += 0.1;
        return seconds * 1000;
      });
      const writing = (): Promise<unknown> =>
        inTransaction(db, (tx) => tx.insertInto('settings').values({ name: 'held', value: '' }).execute());
      for (const most of [30, 32]) {
        await assert.rejects(writing(), { code: 'SQLITE_BUSY_TIMEOUT' });
        // Reads succeed meanwhile.
        await db.kysely.selectFrom('settings').select('name').execute();
        assert.ok(seconds < most, `${seconds} s`);
      }
      other.exec('rollback');
      await writing();
      other.close();
      await db.close();
    });
  }

  if (engine === 'postgres') {
    it('is repeated if it is a single statement', async () => {
      const { db } = await openStore(await database());
      for (const name of ['a', 'b'])
        await db.kysely.insertInto('settings').values({ name, value: '0' }).execute();
      let statement: Promise<unknown> | undefined;
      await inTransaction(db, async (tx) => {
        // Of the two in the deadlock, the statement detects it and fails.
        await sql`set local deadlock_timeout = '1min'`.execute(tx);
        await tx.updateTable('settings').set({ value: '1' }).where('name', '=', 'b').execute();
        statement = sql`update settings set value = settings.value || '!' from (
          select name from settings where name in ('a', 'b') order by name
        ) as found where settings.name = found.name`.execute(db.kysely);
        statement.catch(() => {});
        await until(() => hasLockWait(db), 'a statement that waits');
        await tx.updateTable('settings').set({ value: '1' }).where('name', '=', 'a').execute();
      });
      await statement;
      const rows = await db.kysely
        .selectFrom('settings')
        .select(['name', 'value'])
        .where('name', 'in', ['a', 'b'])
        .orderBy('name')
        .execute();
      assert.deepEqual(rows, [
        { name: 'a', value: '1!' },
        { name: 'b', value: '1!' },
      ]);
      await db.close();
    });

    it('survives deadlocks: transactions that lock the same rows in any order all commit', async () => {
      const { db } = await openStore(await database());
      for (const name of ['a', 'b'])
        await db.kysely.insertInto('settings').values({ name, value: '0' }).execute();
      const add = async (tx: Tx, name: string): Promise<void> => {
        const row = await tx
          .selectFrom('settings')
          .select('value')
          .where('name', '=', name)
          .forUpdate()
          .executeTakeFirstOrThrow();
        await tx
          .updateTable('settings')
          .set({ value: String(Number(row.value) + 1) })
          .where('name', '=', name)
          .execute();
      };
      const all = Array.from({ length: 8 }, (_, index) =>
        inTransaction(db, async (tx) => {
          // PostgreSQL lets transactions wait for a second before it checks for a deadlock.
          await sql`set local deadlock_timeout = '50ms'`.execute(tx);
          for (const name of index % 2 ? ['a', 'b'] : ['b', 'a']) await add(tx, name);
        }),
      );
      await Promise.all(all);
      const rows = await db.kysely
        .selectFrom('settings')
        .select('value')
        .where('name', 'in', ['a', 'b'])
        .execute();
      assert.deepEqual(
        rows.map(({ value }) => value),
        ['8', '8'],
      );
      await db.close();
    });
  }
});
