import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CompiledQuery, type DatabaseConnection } from 'kysely';
import { RepeatingConnection } from './repeating-connection.ts';

/** A connection, and the messages that were sent on it. */
function recording(): {
  readonly connection: RepeatingConnection<DatabaseConnection>;
  readonly sent: string[];
} {
  const sent: string[] = [];
  const inner: DatabaseConnection = {
    async executeQuery({ sql }) {
      sent.push(sql);
      return { rows: [] };
    },
    async *streamQuery({ sql }) {
      sent.push(sql);
      yield { rows: [] };
    },
  };
  return { connection: new RepeatingConnection(inner), sent };
}

const BEGIN = ['begin', 'a setting'];
const cases: readonly [name: string, statements: readonly string[], sent: readonly string[]][] = [
  ['with its first statement', ['select 1', 'select 2'], [...BEGIN, 'select 1', 'select 2']],
  ['not at all without a statement', [], []],
];

describe('a transaction begins', () => {
  for (const [name, statements, expected] of cases) {
    it(name, async () => {
      const { connection, sent } = recording();
      connection.begin(BEGIN);
      await Promise.all(statements.map((text) => connection.executeQuery(CompiledQuery.raw(text))));
      assert.deepEqual(sent, expected);
      assert.equal(await connection.hasBegun(), expected.length > 0);
    });
  }

  it('before rows are streamed', async () => {
    const { connection, sent } = recording();
    connection.begin(BEGIN);
    await connection.streamQuery(CompiledQuery.raw('select 1'), 1).next();
    assert.deepEqual(sent, [...BEGIN, 'select 1']);
  });

  it('anew on the same connection', async () => {
    const { connection, sent } = recording();
    for (const text of ['select 1', 'select 2']) {
      connection.begin(BEGIN);
      await connection.executeQuery(CompiledQuery.raw(text));
      connection.end();
    }
    assert.deepEqual(sent, [...BEGIN, 'select 1', ...BEGIN, 'select 2']);
  });
});
