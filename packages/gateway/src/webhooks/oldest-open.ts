import { type Kysely, type RawBuilder, sql } from 'kysely';
import { engineOf } from '../store/engine-of.ts';
import type { Schema } from '../store/schema.ts';
import { unindexed } from '../store/sql/of-merchants.ts';

/** Whether a webhook is the oldest open one of its order. Only that one is sent, so that an order's keep their order. */
export function isOldestOpen(db: Kysely<Schema>): RawBuilder<boolean> {
  const column = 'earlier.merchant_id';
  // Of two indexes SQLite would take the merchant's, and read all that was ever sent to it, not what the order has.
  const merchant = engineOf(db) === 'sqlite' ? unindexed(column) : sql.ref(column);
  return sql`not exists (
    select 1 from deliveries earlier where ${merchant} = deliveries.merchant_id
      and earlier.order_id = deliveries.order_id
      and earlier.sequence < deliveries.sequence and earlier.state = 'pending'
  )`;
}
