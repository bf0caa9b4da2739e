import { sql } from 'kysely';

/** Whether a webhook is the oldest open one of its order. Only that one is sent, so that an order's keep their order. */
export const isOldestOpen = sql<boolean>`not exists (
  select 1 from deliveries earlier where earlier.merchant_id = deliveries.merchant_id
    and earlier.order_id = deliveries.order_id
    and earlier.sequence < deliveries.sequence and earlier.state = 'pending'
)`;
