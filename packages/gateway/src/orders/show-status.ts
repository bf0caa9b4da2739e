import type { Order } from '@flight-offset/core';
import type { OrderRow } from '../store/schema.ts';
import type { OrderContext } from './context.ts';
import { orderJson } from './order-json.ts';
import { withRetirementState } from './with-retirement-state.ts';

/** The status of one order. It names no projects: they are not read. */
export async function showStatus(context: OrderContext, row: OrderRow): Promise<Partial<Order>> {
  const [order] = await withRetirementState(context, [row], [orderJson(row, [], context.publicUrl)]);
  const { order_id, status, created_at, emission_amount, emission_unit, retirement_state } = order!;
  return { status, order_id, created_at, emission_amount, emission_unit, retirement_state };
}
