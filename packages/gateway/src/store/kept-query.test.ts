import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import pg from 'pg';
import { onBothEngines } from '../testing/engines.ts';
import { KeptQuery, type Shapes } from './kept-query.ts';

/** A connection that runs kept statements, and how often the server has described the rows of one. */
async function connect(t: TestContext, url: string) {
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  const shapes: Shapes = new Map();
  let described = 0;
  const { connection } = client as unknown as {
    connection: { on(event: string, listener: () => void): void };
  };
  connection.on('rowDescription', () => {
    described += 1;
  });
  const run = (name: string, text: string, values: readonly unknown[] = []): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      const callback = (error: Error | null, result: pg.QueryResult): void =>
        error ? reject(error) : resolve(result.rows);
      client.query(new KeptQuery(text, values, { name, shapes, callback }) as never);
    });
  return { client, run, described: () => described };
}

onBothEngines('a statement that the server keeps', ({ engine, distributed, database }) => {
  const skip = engine === 'sqlite' || distributed;

  it('is described once, and gives the same rows each time', { skip }, async (t) => {
    const { run, described } = await connect(t, await database());
    const text = 'select n, n::text as text, null::bigint as nothing from unnest($1::bigint[]) as given(n)';
    const rowsOf = (numbers: readonly number[]) =>
      numbers.map((n) => ({ n: String(n), text: String(n), nothing: null }));
    for (const numbers of [[1, 2], [3], [], [4, 5, 6]])
      assert.deepEqual(await run('numbers', text, [numbers]), rowsOf(numbers));
    assert.equal(described(), 1);
    // Sent together, before anything has come back.
    const [one, other] = await Promise.all([
      run('one', 'select 1 as a, 2 as b'),
      run('other', 'select 3 as c'),
    ]);
    assert.deepEqual([one, other], [[{ a: 1, b: 2 }], [{ c: 3 }]]);
    assert.deepEqual(await run('one', 'select 1 as a, 2 as b'), one);
    assert.equal(described(), 3);
  });

  it('may give no rows', { skip }, async (t) => {
    const { client, run, described } = await connect(t, await database());
    await client.query('create table kept (n bigint)');
    for (const n of [1, 2]) assert.deepEqual(await run('into', 'insert into kept values ($1)', [n]), []);
    assert.equal(described(), 0);
    assert.deepEqual((await client.query('select n from kept order by n')).rows, [{ n: '1' }, { n: '2' }]);
  });

  it('is refused where a column has changed, rather than read as it was', { skip }, async (t) => {
    const { client, run } = await connect(t, await database());
    await client.query('create table kept (n bigint)');
    await client.query('insert into kept values (1)');
    const read = () => run('read', 'select n from kept');
    assert.deepEqual(await read(), [{ n: '1' }]);
    await client.query(`alter table kept alter column n type text using 'x'`);
    await assert.rejects(read(), /cached plan must not change result type/);
  });

  it('leaves the connection in order where it fails', { skip }, async (t) => {
    const { run } = await connect(t, await database());
    const divide = (by: number) => run('divide', 'select 1 / $1::int as q', [by]);
    assert.deepEqual(await divide(1), [{ q: 1 }]);
    const results = await Promise.allSettled([divide(0), divide(1), divide(0)]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled', 'rejected'],
    );
    await assert.rejects(divide(0), /division by zero/);
    assert.deepEqual(await divide(1), [{ q: 1 }]);
  });
});
