import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CompiledQuery, type DatabaseConnection, DummyDriver, Kysely, PostgresDialect } from 'kysely';
import { allEnded } from './all-ended.ts';
import { pipelinedTransactions, type RunTransaction } from './pipelined-transactions.ts';
import type { Schema } from './schema.ts';

/**
 * A database that returns from a statement one turn of the event loop after it was sent; `sent` and `returned` in
 * order.
 */
function slowDatabase(rollbackFault?: Error): {
  readonly transaction: RunTransaction;
  readonly log: string[];
} {
  const log: string[] = [];
  const connection = {
    async executeQuery({ sql }: CompiledQuery) {
      log.push(`sent ${sql}`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`returned ${sql}`);
      if (sql === 'broken') throw new Error('no such statement');
      return { rows: [] };
    },
  } as unknown as DatabaseConnection;
  class SlowDriver extends DummyDriver {
    override acquireConnection = async () => connection;
    override async beginTransaction(): Promise<void> {
      log.push('begin');
    }
    override async commitTransaction(): Promise<void> {
      log.push('commit');
    }
    override async rollbackTransaction(): Promise<void> {
      log.push('rollback');
      if (rollbackFault) throw rollbackFault;
    }
  }
  class SlowDialect extends PostgresDialect {
    override createDriver = () => new SlowDriver();
  }
  const dialect = new SlowDialect({ pool: {} as never });
  return { transaction: pipelinedTransactions(new Kysely<Schema>({ dialect }), dialect), log };
}

describe('pipelined transactions', () => {
  it('send statements that are issued together in order, without waiting for their results', async () => {
    const { transaction, log } = slowDatabase();
    const run = (name: string) => CompiledQuery.raw(name);
    await transaction(async (tx) => {
      await allEnded(tx.executeQuery(run('a')), tx.executeQuery(run('b')));
      await tx.executeQuery(run('c'));
    });
    assert.deepEqual(log, [
      'begin',
      'sent a',
      'sent b',
      'returned a',
      'returned b',
      'sent c',
      'returned c',
      'commit',
    ]);
  });

  it('are rolled back if the work fails, and take no statement afterwards', async () => {
    const { transaction, log } = slowDatabase();
    let late = async (): Promise<unknown> => undefined;
    const work = transaction(async (tx) => {
      late = () => tx.executeQuery(CompiledQuery.raw('late'));
      await allEnded(
        tx.executeQuery(CompiledQuery.raw('broken')),
        tx.executeQuery(CompiledQuery.raw('other')),
      );
    });
    await assert.rejects(work, /no such statement/);
    assert.deepEqual(log.slice(-2), ['returned other', 'rollback']);
    await assert.rejects(late);
    assert.ok(!log.includes('sent late'));
  });

  it('report why their connection broke, not that the rollback found it broken', async () => {
    const found = new Error('Client has encountered a connection error and is not queryable');
    const { transaction } = slowDatabase(found);
    const silent = Object.assign(new Error('the database has not responded'), { code: 'ETIMEDOUT' });
    await assert.rejects(
      transaction(() => Promise.reject(silent)),
      silent,
    );
    // Still a 503, whatever the work throws after the break.
    await assert.rejects(
      transaction(() => Promise.reject(new TypeError())),
      found,
    );
  });
});
