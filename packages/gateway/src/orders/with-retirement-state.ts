import type { Order } from '@flight-offset/core';
import { retirementStates } from '../retirements/credits-of.ts';
import type { OrderRow } from '../store/schema.ts';
import type { OrderContext } from './context.ts';

/**
 * Adds the retirement state to paid orders of one merchant, but only once the operator has published a batch: until
 * then nothing changes for clients that read orders.
 */
export async function withRetirementState(
  { db }: Pick<OrderContext, 'db'>,
  rows: readonly OrderRow[],
  orders: readonly Order[],
): Promise<Order[]> {
  const paid = rows.filter(({ status, grams }) => status === 'completed' && grams > 0);
  const [first] = paid;
  if (!first || !(await hasBatches(db.reader))) return [...orders];
  const states = await retirementStates(db, first.merchant_id, paid);
  return orders.map((order) => {
    const retirement_state = states.get(order.order_id);
    return retirement_state ? { ...order, retirement_state } : order;
  });
}

async function hasBatches(reader: OrderContext['db']['reader']): Promise<boolean> {
  const batch = await reader
    .selectFrom('retirement_batches')
    .select('id')
    .where('state', '=', 'published')
    .limit(1)
    .executeTakeFirst();
  return batch !== undefined;
}
