import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { merchantOfFew } from '../store/sql/of-merchants.ts';

/**
 * Whether `earlier` is an open webhook of the same order as another webhook, and comes before it.
 * @param merchant of the webhooks, if the statement is about one merchant: a cluster locks rows only if every table in
 *   the statement names the merchant.
 */
export function isEarlierOpen(db: Kysely<Schema>, merchant?: string): RawBuilder<boolean> {
  return sql`${merchantOfFew(db, 'earlier.merchant_id')} = ${merchant ?? sql.ref('deliveries.merchant_id')}
    and earlier.order_id = deliveries.order_id
    and earlier.sequence < deliveries.sequence and earlier.state = 'pending'`;
}

/**
 * Whether a webhook is the oldest open one of its order. Only that one is sent, so that an order's webhooks arrive in
 * sequence.
 * @param merchant as for {@link isEarlierOpen}.
 */
export function isOldestOpen(db: Kysely<Schema>, merchant?: string): RawBuilder<boolean> {
  return sql`not exists (select 1 from deliveries earlier where ${isEarlierOpen(db, merchant)})`;
}
