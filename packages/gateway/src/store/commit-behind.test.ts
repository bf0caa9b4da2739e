import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { sql } from 'kysely';
import { onBothEngines } from '../testing/engines.ts';
import { openStore, type TestStore } from '../testing/store.ts';
import { PreparingClient } from './postgres/client.ts';
import { afterCommit, commitBehind, inTransaction, type Tx } from './transaction.ts';

const insert = (tx: Tx, name: string): Promise<unknown> =>
  tx.insertInto('settings').values({ name, value: '' }).execute();

async function namesIn({ db }: TestStore): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('settings')
    .select('name')
    .where('name', 'like', 'test %')
    .execute();
  return rows.map(({ name }) => name).sort();
}

onBothEngines('a transaction that commits behind its last statements', ({ database, engine }) => {
  it('has stored them once it resolves, and then runs its work after the commit', async () => {
    const store = await openStore(await database());
    let followed: string[] = [];
    const result = await inTransaction(store.db, async (tx) => {
      await insert(tx, 'test a');
      const last = insert(tx, 'test b');
      commitBehind(
        tx,
        last.then(() => afterCommit(tx, () => followed.push('committed'))),
      );
      return 'made';
    });
    assert.deepEqual([result, followed, await namesIn(store)], ['made', ['committed'], ['test a', 'test b']]);
    // A second transaction does not repeat its actions.
    followed = [];
    await inTransaction(store.db, (tx) => insert(tx, 'test c'));
    assert.deepEqual(followed, []);
    await store.db.close();
  });

  it('stores nothing if one of them fails, whatever was sent after it', async () => {
    const store = await openStore(await database());
    await inTransaction(store.db, (tx) => insert(tx, 'test there'));
    const followed: string[] = [];
    const work = (name: string): Promise<void> =>
      inTransaction(store.db, async (tx) => {
        afterCommit(tx, () => followed.push(name));
        await insert(tx, `${name} first`);
        commitBehind(tx, Promise.all([insert(tx, name), insert(tx, `${name} last`)]));
      });
    // Beside other work, which shares its transaction on SQLite.
    const results = await Promise.allSettled([work('test a'), work('test there'), work('test b')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const stored = ['test a', 'test b'].flatMap((name) => [name, `${name} first`, `${name} last`]);
    assert.deepEqual(await namesIn(store), [...stored, 'test there']);
    assert.deepEqual(followed.sort(), ['test a', 'test b']);
    await store.db.close();
  });

  it('waits for all of them, and throws the error of the first that failed', async () => {
    const store = await openStore(await database());
    await inTransaction(store.db, (tx) => insert(tx, 'test there'));
    const both = (first: string, second: string): Promise<void> =>
      inTransaction(store.db, async (tx) => {
        commitBehind(tx, insert(tx, first));
        commitBehind(tx, insert(tx, second));
      });
    await assert.rejects(both('test there', 'test a'), /unique/i);
    assert.deepEqual(await namesIn(store), ['test there']);
    await both('test a', 'test b');
    assert.deepEqual(await namesIn(store), ['test a', 'test b', 'test there']);
    await store.db.close();
  });

  it('rolls back once they have ended if its work fails', async () => {
    const store = await openStore(await database());
    let isLate = true;
    const failing = inTransaction(store.db, async (tx) => {
      commitBehind(
        tx,
        insert(tx, 'test a').then(() => {
          isLate = false;
        }),
      );
      throw new Error('no');
    });
    const [failed, other] = await Promise.allSettled([
      failing,
      inTransaction(store.db, (tx) => insert(tx, 'test b')),
    ]);
    assert.deepEqual([failed.status, other.status, isLate], ['rejected', 'fulfilled', false]);
    assert.deepEqual(await namesIn(store), ['test b']);
    await store.db.close();
  });

  if (engine === 'postgres') {
    it('sends its commit before they have returned', async () => {
      const store = await openStore(await database());
      const log: string[] = [];
      const send = PreparingClient.prototype.query as (...given: unknown[]) => Promise<unknown>;
      const query = mock.method(
        PreparingClient.prototype,
        'query',
        function (this: PreparingClient, ...given: unknown[]) {
          const [text] = given;
          const [name = ''] = /insert|^commit/.exec(String(text)) ?? [];
          log.push(`sent ${name}`);
          const sent = send.apply(this, given);
          void sent.then(() => log.push(`returned ${name}`));
          return sent;
        },
      );
      await inTransaction(store.db, async (tx) => {
        await tx.selectFrom('settings').select('name').execute();
        commitBehind(tx, insert(tx, 'test a'));
      });
      query.mock.restore();
      assert.ok(log.indexOf('sent commit') > 0, log.join(', '));
      assert.ok(log.indexOf('sent commit') < log.indexOf('returned insert'), log.join(', '));
      await store.db.close();
    });

    it('is repeated if the database requests that in response to the last of them', async () => {
      const store = await openStore(await database());
      let tries = 0;
      await inTransaction(store.db, async (tx) => {
        tries += 1;
        await insert(tx, 'test a');
        const code = tries < 3 ? '40001' : undefined;
        const last = code
          ? sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx)
          : insert(tx, 'test b');
        commitBehind(tx, last);
      });
      assert.deepEqual([tries, await namesIn(store)], [3, ['test a', 'test b']]);
      await store.db.close();
    });
  }
});
