import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../store/open-database.ts';
import { addPaid } from '../testing/add-paid.ts';
import { onBothEngines } from '../testing/engines.ts';
import { openStore } from '../testing/store.ts';
import { until } from '../testing/until.ts';
import { readDue } from './due.ts';
import { sumLeaves } from './leaf-sums.ts';
import { recordRetirement } from './record.ts';

const ORDERS = 6000;
const PAGE = 500;

/** Number of rows of a table that were read, by index or one after the other. */
interface Reads {
  readonly table: string;
  readonly byIndex: number;
  readonly scanned: number;
}

onBothEngines('a batch', ({ engine, distributed, database }) => {
  // SQLite counts no reads; where rows are spread, the workers do.
  const skip = engine === 'sqlite' || distributed;
  for (const known of [[], ['allocations']]) {
    const name = `is planned, recorded and published page after page, with ${known.length} tables analyzed`;
    it(name, { skip }, async (t) => {
      const url = await database();
      const { db, sealer, context } = await openStore(url);
      await addPaid(db, ORDERS);
      for (const table of known) await sql`analyze ${sql.table(table)}`.execute(db.kysely);
      const [due] = await readDue(db, PAGE);
      const tonnes = Math.ceil((due?.grams ?? 0) / 1e6);
      const batch = await recordRetirement(
        { db, sealer, publicUrl: context.publicUrl, now: context.now, sandbox: false },
        {
          project: 'wind',
          tonnes,
          serials: [{ block: 'T-1-2024-*', first: 1, last: tonnes }],
          retiredOn: '2026-12-14',
          url: 'https://registry.example/retirements/1',
        },
      );
      const leaves = await sumLeaves(db, batch?.id ?? '', PAGE);
      // A connection that ends hands in what it counted.
      await db.close();
      const after = openDatabase(url, { poolSize: 1 });
      t.after(() => after.close());
      let reads: Reads[] = [];
      await until(async () => {
        const { rows } = await sql<Reads>`
        select relname as table, idx_tup_fetch as "byIndex", seq_tup_read as scanned from pg_stat_user_tables
        where relname in ('allocations', 'retirement_leaves') and idx_tup_fetch > 0 order by relname`.execute(
          after.kysely,
        );
        reads = rows;
        return rows.length === 2;
      }, 'the counts of what was read');

      assert.equal(due?.orders, ORDERS);
      assert.equal(batch?.orders, ORDERS);
      assert.deepEqual(leaves, { orders: ORDERS, grams: due?.grams });
      for (const { table, byIndex, scanned } of reads) {
        assert.equal(scanned, 0, `${table} was read as a whole`);
        assert.ok(byIndex < 6 * ORDERS, `rows of ${table} were read ${byIndex} times for ${ORDERS} orders`);
      }
    });
  }
});
