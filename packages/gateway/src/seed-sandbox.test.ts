import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listPortfolios } from './projects/list-portfolios.ts';
import { offerPortfolios } from './projects/manage-portfolios.ts';
import { SANDBOX } from './sandbox.ts';
import { seedSandbox } from './seed-sandbox.ts';
import { openStore } from './testing/store.ts';

it('a sandbox is created once, also by processes that start together, and keeps later changes', async () => {
  const { db, sealer } = await openStore('sqlite::memory:');
  const seed = () => seedSandbox(db, sealer);
  await Promise.all([seed(), seed()]);
  const own = async (): Promise<unknown[]> => {
    const [first] = await listPortfolios({ reader: db.reader });
    const merchants = db.kysely
      .selectFrom('merchants')
      .select('settlement')
      .where('id', '=', SANDBOX.merchantId);
    const limits = db.kysely
      .selectFrom('settlement_limits')
      .select('limit_minor')
      .where('currency', '=', 'KWD');
    return [first?.position, await merchants.execute(), await limits.execute()];
  };
  assert.deepEqual(await own(), [1, [{ settlement: 'merchant' }], [{ limit_minor: 10_000_000_000 }]]);
  await offerPortfolios(db, []);
  await db.kysely.updateTable('merchants').set({ settlement: 'payer' }).execute();
  await db.kysely.updateTable('settlement_limits').set({ limit_minor: 7 }).execute();
  await seed();
  assert.deepEqual(await own(), [null, [{ settlement: 'payer' }], [{ limit_minor: 7 }]]);
  await db.close();
});
