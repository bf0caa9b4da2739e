import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CompiledQuery } from 'kysely';
import { sqlitePlan } from '../../testing/sqlite-plan.ts';
import { openStore } from '../../testing/store.ts';
import type { CheckContext } from './check.ts';
import { creditChecks } from './credits.ts';

it('the checks of credits use no join for which SQLite has no index', async (t) => {
  const { db, context } = await openStore('sqlite::memory:');
  const executed = t.mock.method(db.kysely.getExecutor(), 'executeQuery');
  const checked = { db, now: context.now } as CheckContext;
  for (const { run } of creditChecks) await run(checked);
  const queries = executed.mock.calls.map(({ arguments: [query] }) => query as CompiledQuery);
  assert.ok(queries.length >= creditChecks.length);
  for (const query of queries) {
    const plan = await sqlitePlan(db, query);
    assert.doesNotMatch(plan, /SCAN \w+ LEFT-JOIN|RIGHT-JOIN/, plan);
  }
  await db.close();
});
