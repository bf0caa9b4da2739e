import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { onBothEngines } from '../../testing/engines.ts';
import { openWithLongTimeouts } from '../../testing/open-with-long-timeouts.ts';
import { migrate } from '../migrate.ts';

onBothEngines(
  'a database from before a row of totals counted every state',
  ({ distributed, emptyDatabase }) => {
    it('keeps every count, of orders, users, grams and money, cell by cell', {
      skip: distributed,
    }, async () => {
      const db = openWithLongTimeouts(await emptyDatabase());
      await migrate(db, { until: '0015-payouts' });
      const run = (text: string) => sql.raw(text).execute(db.kysely);
      const total = (email: string, status: string, shard: number, counts: string) =>
        run(`insert into order_totals (merchant_id, email, tax_id, status, shard, orders, paid_inr_minor, users, grams)
        values ('air', '${email}', '', '${status}', ${shard}, ${counts})`);
      // As on PostgreSQL: a total spread over several rows, of which only the sums have a meaning.
      await total('', '', 2, '5, 0, 2, 5000');
      await total('', '', 5, '1, 900, 0, 400');
      await total('', 'pending', 2, '5, 0, 2, 5000');
      await total('', 'pending', 5, '-2, 0, -1, -1400');
      await total('', 'completed', 5, '2, 900, 2, 1300');
      await total('', 'failed', 5, '1, 0, 1, 500');
      await total('=a@x.example', '', 0, '6, 900, 0, 5400');
      await total('=a@x.example', 'completed', 0, '2, 900, 0, 1300');
      await run(`insert into order_users (merchant_id, tax_id, status, user_key, orders) values
      ('air', '', '', 'e:a@x.example', 6), ('air', '', 'pending', 'e:a@x.example', 3),
      ('air', '', 'completed', 'e:a@x.example', 2), ('air', '', 'failed', 'e:a@x.example', 1)`);

      assert.deepEqual(await migrate(db, { until: '0016-totals-by-row' }), ['0016-totals-by-row']);

      const none = { merchant_id: 'air', tax_id: '' };
      const { rows: totals } = await run(`select merchant_id, tax_id, email, sum(pending_orders) as pending,
      sum(completed_orders) as completed, sum(failed_orders) as failed, sum(paid_inr_minor) as paid, sum(users) as users,
      sum(pending_users) as pending_users, sum(completed_users) as completed_users, sum(failed_users) as failed_users,
      sum(pending_grams) as pending_grams, sum(completed_grams) as completed_grams, sum(failed_grams) as failed_grams
      from order_totals group by merchant_id, tax_id, email order by email`);
      const users = { users: 2, pending_users: 1, completed_users: 2, failed_users: 1 };
      const grams = { pending_grams: 3600, completed_grams: 1300, failed_grams: 500 };
      assert.deepEqual(totals, [
        { ...none, email: '', pending: 3, completed: 2, failed: 1, paid: 900, ...users, ...grams },
        {
          ...none,
          email: '=a@x.example',
          pending: 0,
          completed: 2,
          failed: 0,
          paid: 900,
          users: 0,
          pending_users: 0,
          completed_users: 0,
          failed_users: 0,
          pending_grams: 0,
          completed_grams: 1300,
          failed_grams: 0,
        },
      ]);
      assert.deepEqual(await db.kysely.selectFrom('order_users').selectAll().execute(), [
        { ...none, user_key: 'e:a@x.example', pending_orders: 3, completed_orders: 2, failed_orders: 1 },
      ]);
      await db.close();
    });
  },
);
