import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { sql } from 'kysely';
import { PreparingClient } from '../store/postgres/client.ts';
import { readingInOrder } from '../store/sql/read-in-order.ts';
import { inTransaction } from '../store/transaction.ts';
import { onBothEngines } from '../testing/engines.ts';
import { openStore } from '../testing/store.ts';
import { readDue } from './due.ts';

onBothEngines('credits due', ({ database, engine, distributed }) => {
  it('are added up without a nested loop over projects', {
    skip: engine === 'sqlite' || distributed,
  }, async () => {
    const { db } = await openStore(await database());
    const query = mock.method(PreparingClient.prototype, 'query');
    await readDue(db);
    const sent = query.mock.calls.map(({ arguments: given }) => given as unknown as [string, unknown[]?]);
    query.mock.restore();
    const [text, values = []] = sent.find(([one]) => one.includes('distinct')) ?? assert.fail();
    const explain = `explain ${text.replaceAll(/\$(\d+)/g, (_, number) => `'${values[Number(number) - 1]}'`)}`;
    const { rows } = await inTransaction(db, (tx) =>
      readingInOrder(tx, () => sql.raw<Record<string, string>>(explain).execute(tx)),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /allocations_due/, plan);
    assert.doesNotMatch(plan, /Join Filter/, plan);
    await db.close();
  });
});
