import assert from 'node:assert/strict';
import { it } from 'node:test';
import { queryObjects } from 'node:v8';
import type { KyselyPlugin } from 'kysely';
import type { Database } from '../store/engine.ts';
import { addPaid } from '../testing/add-paid.ts';
import { onBothEngines } from '../testing/engines.ts';
import { openStore } from '../testing/store.ts';
import { planRetirements } from './plan.ts';
import { recordRetirement } from './record.ts';

const ORDERS = 3000;
/** Rows that may be in memory at a time: two chunks of leaves, the previous one and the next. */
const MAX_HELD = 2100;

/** A row that a query returned. `queryObjects` collects garbage, then counts those which something still refers to. */
class Row {
  constructor(columns: object) {
    Object.assign(this, columns);
  }
}

/** A database which counts the rows in memory whenever it returns many, those included. */
function counting(db: Database, onCount: (rows: number) => void): Database {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const rows = result.rows.map((row) => new Row(row));
      if (rows.length > 500) onCount(queryObjects(Row, { format: 'count' }));
      return { ...result, rows: rows as unknown as typeof result.rows };
    },
  };
  return {
    ...db,
    kysely: db.kysely.withPlugin(plugin),
    reader: db.reader.withPlugin(plugin),
    transaction: (work) => db.transaction((tx) => work(tx.withPlugin(plugin))),
  };
}

onBothEngines('planning, recording and publishing a batch', ({ distributed, database }) => {
  it(`holds at most ${MAX_HELD} rows of ${ORDERS} orders`, { skip: distributed }, async (t) => {
    const store = await openStore(await database());
    t.after(() => store.db.close());
    await addPaid(store.db, ORDERS);
    const { sealer, context } = store;
    const counts: number[] = [];
    const db = counting(store.db, (rows) => counts.push(rows));

    const [plan] = await planRetirements(db);
    assert.equal(plan?.orders, ORDERS);
    const batch = await recordRetirement(
      { db, sealer, publicUrl: context.publicUrl, now: context.now, sandbox: false },
      {
        project: 'wind',
        tonnes: plan.tonnes,
        serials: [{ block: 'T-1-2024-*', first: 1, last: plan.tonnes }],
        retiredOn: '2026-12-14',
        url: 'https://registry.example/retirements/1',
      },
    );

    assert.equal(batch?.orders, ORDERS);
    const most = Math.max(...counts);
    assert.ok(most <= MAX_HELD, `${most} were in memory at once`);
    assert.ok(counts.length >= 6, `${counts.length} pages and chunks were counted`);
  });
});
