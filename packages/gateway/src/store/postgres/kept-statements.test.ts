import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { it, type TestContext } from 'node:test';
import pg from 'pg';
import { onBothEngines } from '../../testing/engines.ts';
import { KeptStatements, type Shapes } from './kept-statements.ts';

/** One statement of several. */
type Given = readonly [name: string, text: string, values?: readonly unknown[]];

/** A connection that runs kept statements, and counts of the server's row descriptions and ready messages. */
async function connect(t: TestContext, url: string, config: pg.ClientConfig = {}) {
  const client = new pg.Client({ connectionString: url, pipeline: true, ...config } as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  t.after(() => client.end());
  const shapes: Shapes = new Map();
  const counts = { rowDescription: 0, readyForQuery: 0 };
  const { connection } = client as unknown as {
    connection: { readonly stream: Socket; on(event: string, listener: () => void): void };
  };
  for (const event of ['rowDescription', 'readyForQuery'] as const)
    connection.on(event, () => {
      counts[event] += 1;
    });
  function together(...given: readonly Given[]): Promise<unknown[]>[] {
    const statements = new KeptStatements(shapes);
    const rows = given.map(
      ([name, text, values = []]) =>
        new Promise<unknown[]>((resolve, reject) => {
          const callback = (error: Error | null, result: pg.QueryResult): void =>
            error ? reject(error) : resolve(result.rows);
          statements.add({ name, text, values, callback });
        }),
    );
    // In one packet: a server that ends the connection at one of them has read all.
    connection.stream.cork();
    client.query(statements as never);
    connection.stream.uncork();
    return rows;
  }
  const run = async (...given: Given): Promise<unknown[] | undefined> => together(given)[0];
  return { client, run, together, counts };
}

/** Outcomes of statements: their rows, or why they failed. */
async function outcomes(rows: readonly Promise<unknown[]>[]): Promise<unknown[]> {
  const ended = await Promise.allSettled(rows);
  return ended.map((one) =>
    one.status === 'fulfilled' ? one.value : (one.reason.code ?? one.reason.message),
  );
}

const divide = (by: number): Given => ['divide', 'select 1 / $1::int as q', [by]];
const add = (n: number): Given => ['add', 'select 1 + $1::int as sum', [n]];

onBothEngines('a statement that the server keeps', ({ engine, distributed, database }) => {
  const skip = engine === 'sqlite' || distributed;

  it('is described once, and gives the same rows each time', { skip }, async (t) => {
    const { run, counts } = await connect(t, await database());
    const text = 'select n, n::text as text, null::bigint as nothing from unnest($1::bigint[]) as given(n)';
    const rowsOf = (numbers: readonly number[]) =>
      numbers.map((n) => ({ n: String(n), text: String(n), nothing: null }));
    for (const numbers of [[1, 2], [3], [], [4, 5, 6]])
      assert.deepEqual(await run('numbers', text, [numbers]), rowsOf(numbers));
    assert.equal(counts.rowDescription, 1);
    // Sent together, before any response.
    const [one, other] = await Promise.all([
      run('one', 'select 1 as a, 2 as b'),
      run('other', 'select 3 as c'),
    ]);
    assert.deepEqual([one, other], [[{ a: 1, b: 2 }], [{ c: 3 }]]);
    assert.deepEqual(await run('one', 'select 1 as a, 2 as b'), one);
    assert.equal(counts.rowDescription, 3);
  });

  it('takes arrays of any text, empty arrays and nulls', { skip }, async (t) => {
    const { run } = await connect(t, await database());
    const texts = [
      'plain',
      '',
      '{}',
      'a,b',
      'NULL',
      'é ☃',
      ' "quoted" ',
      'back\\slash',
      'two\nlines\t',
      "it's",
      null,
    ];
    // Converted one by one, for the characters to escape; without these, at once.
    for (const some of [texts, texts.filter((text) => !/["\\\n]/.test(text ?? '')), [], [null]])
      assert.deepEqual(await run('texts', 'select $1::text[] as texts', [some]), [{ texts: some }]);
    const numbers = [0, -1, 1.5, 1e21, 2 ** 53 - 1];
    assert.deepEqual(await run('numbers', 'select $1::float8[] as numbers', [numbers]), [{ numbers }]);
    assert.deepEqual(await run('odd', 'select $1::float8[]::text as odd', [[Number.NaN, 1]]), [
      { odd: '{NaN,1}' },
    ]);
  });

  it('may return no rows', { skip }, async (t) => {
    const { client, run, counts } = await connect(t, await database());
    await client.query('create table kept (n bigint)');
    for (const n of [1, 2]) assert.deepEqual(await run('into', 'insert into kept values ($1)', [n]), []);
    assert.equal(counts.rowDescription, 0);
    assert.deepEqual((await client.query('select n from kept order by n')).rows, [{ n: '1' }, { n: '2' }]);
  });

  it('is refused if a column has changed, rather than read with the old type', { skip }, async (t) => {
    const { client, run } = await connect(t, await database());
    await client.query('create table kept (n bigint)');
    await client.query('insert into kept values (1)');
    const read = () => run('read', 'select n from kept');
    assert.deepEqual(await read(), [{ n: '1' }]);
    await client.query(`alter table kept alter column n type text using 'x'`);
    await assert.rejects(read(), /cached plan must not change result type/);
  });

  it('leaves the connection usable if it fails', { skip }, async (t) => {
    const { run } = await connect(t, await database());
    assert.deepEqual(await run(...divide(1)), [{ q: 1 }]);
    const results = await outcomes([run(...divide(0)), run(...divide(1)), run(...divide(0))] as Promise<
      unknown[]
    >[]);
    assert.deepEqual(results, ['22012', [{ q: 1 }], '22012']);
    await assert.rejects(run(...divide(0)), /division by zero/);
    assert.deepEqual(await run(...divide(1)), [{ q: 1 }]);
  });
});

onBothEngines('statements that are sent together', ({ engine, distributed, database }) => {
  const skip = engine === 'sqlite' || distributed;

  it('each return their rows, in one response', { skip }, async (t) => {
    const { together, counts } = await connect(t, await database());
    const begin: Given = ['begin', 'begin'];
    const commit: Given = ['commit', 'commit'];
    const expected = [[], [{ sum: 3 }], [{ q: 1 }], [{ sum: 5 }], []];
    for (const times of [1, 2, 3]) {
      assert.deepEqual(await outcomes(together(begin, add(2), divide(1), add(4), commit)), expected);
      assert.equal(counts.readyForQuery, times);
    }
    // Each is described the first time, and also if it is sent again before the first response.
    assert.equal(counts.rowDescription, 3);
  });

  it('fail from the first that fails, and leave the connection usable', { skip }, async (t) => {
    const { together, client } = await connect(t, await database());
    // The first time, the server does not know the statements after the failure yet.
    for (const _ of [1, 2]) {
      const rows = together(['begin', 'begin'], divide(1), divide(0), add(1), ['commit', 'commit']);
      assert.deepEqual(await outcomes(rows), [[], [{ q: 1 }], '22012', '25P02', '25P02']);
      await assert.rejects(
        client.query('select 1'),
        /aborted/,
        'the transaction goes on until it is rolled back',
      );
      await client.query('rollback');
    }
    assert.deepEqual(await outcomes(together(divide(1), add(1))), [[{ q: 1 }], [{ sum: 2 }]]);
  });

  it('fail with a deferred constraint that is checked after the last of them', { skip }, async (t) => {
    const { together, client } = await connect(t, await database());
    await client.query('create table kept (n bigint unique deferrable initially deferred)');
    const into: Given = ['into', 'insert into kept values ($1)', [1]];
    assert.deepEqual(await outcomes(together(into)), [[]]);
    assert.deepEqual(await outcomes(together(into)), ['23505']);
    assert.deepEqual((await client.query('select n from kept')).rows, [{ n: '1' }]);
  });

  it('fail one by one if a row cannot be read', { skip }, async (t) => {
    const getTypeParser = (oid: number) => (text: string) => {
      if (text === '13') throw new Error('no row with 13');
      return oid === pg.types.builtins.INT4 ? Number(text) : text;
    };
    const { together } = await connect(t, await database(), { types: { getTypeParser } as never });
    for (const _ of [1, 2])
      assert.deepEqual(await outcomes(together(add(12), add(1), add(12), divide(1))), [
        'no row with 13',
        [{ sum: 2 }],
        'no row with 13',
        [{ q: 1 }],
      ]);
  });

  it('fail from the one at which their connection ends', { skip }, async (t) => {
    const { together, client } = await connect(t, await database());
    const ended = new Promise((resolve) => client.once('end', resolve));
    const end: Given = ['end', 'select pg_terminate_backend(pg_backend_pid())'];
    const [first, ...rest] = await outcomes(together(add(1), end, add(2)));
    assert.deepEqual(first, [{ sum: 2 }]);
    assert.deepEqual(rest, ['57P01', '25P02']);
    await ended;
    assert.deepEqual(await outcomes(together(add(1))), [
      'Client has encountered a connection error and is not queryable',
    ]);
  });

  it('refuse a value that cannot be written, and leave the connection usable', { skip }, async (t) => {
    const { run } = await connect(t, await database());
    const circle: { itself?: unknown } = {};
    circle.itself = circle;
    await assert.rejects(run('json', 'select $1::json', [circle]), /circular/);
    assert.deepEqual(await run(...add(1)), [{ sum: 2 }]);
  });
});
