import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import { PipeliningDialect } from './driver.ts';

/** A database whose server fails each statement for which `fails` returns an error, and the statements it received. */
function recording(fails: (text: string) => Error | undefined = () => undefined) {
  const sent: string[] = [];
  const client = {
    async query(text: string) {
      sent.push(text);
      const error = fails(text);
      if (error) throw error;
      return { command: 'SELECT', rows: [] };
    },
    release() {},
  };
  const pool = { connect: async () => client, end: async () => {} };
  const dialect = new PipeliningDialect({ pool: pool as never, statementTimeoutMs: 1000 });
  return { db: new Kysely<Schema>({ dialect }), sent };
}

it('a transaction without a statement sends nothing, also after one that had some', async () => {
  const { db, sent } = recording();
  const nothing = async (): Promise<void> => {};
  const run = (work: (tx: Transaction<Schema>) => Promise<unknown>) => db.transaction().execute(work);
  await run(nothing);
  await assert.rejects(run(() => Promise.reject(new Error('no'))));
  assert.deepEqual(sent, []);
  await run((tx) => sql`select 1`.execute(tx));
  const after = sent.length;
  await run(nothing);
  assert.deepEqual(sent.slice(after), []);
});

it('a single statement after a transaction is repeated after a serialisation failure', async () => {
  let isFirst = true;
  const { db, sent } = recording((text) => {
    if (text !== 'select 2' || !isFirst) return undefined;
    isFirst = false;
    return Object.assign(new Error('could not serialize access'), { code: '40001' });
  });
  await db.transaction().execute((tx) => sql`select 1`.execute(tx));
  await sql`select 2`.execute(db);
  assert.deepEqual(sent.slice(-2), ['select 2', 'select 2']);
});

it('a transaction whose BEGIN failed is rolled back', async () => {
  const { db, sent } = recording((text) => (text.startsWith('begin') ? new Error('broken') : undefined));
  const work = db.transaction().execute((tx) => sql`select 1`.execute(tx));
  await assert.rejects(work, /broken/);
  assert.equal(sent.at(-1), 'rollback');
});

it('a transaction with an isolation level or access mode of its own is refused', async () => {
  const { db, sent } = recording();
  for (const other of [
    db.transaction().setIsolationLevel('serializable'),
    db.transaction().setAccessMode('read only'),
  ])
    await assert.rejects(
      other.execute((tx) => sql`select 1`.execute(tx)),
      /plain transactions only/,
    );
  assert.deepEqual(sent, []);
});
