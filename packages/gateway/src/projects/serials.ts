import type { Database } from '../store/engine.ts';
import type { OrderRow } from '../store/schema.ts';

/** The grams of one lot that were retired for an order, by their serial numbers in that lot. */
export interface Serials {
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
}

/** The serial numbers of the credits retired for some orders of one merchant, by order; lots in the order of use. */
export async function serialsOf(
  { reader }: Pick<Database, 'reader'>,
  merchantId: string,
  orders: readonly Pick<OrderRow, 'id'>[],
): Promise<Map<string, Serials[]>> {
  if (orders.length === 0) return new Map();
  const rows = await reader
    .selectFrom('allocations')
    .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
    .select(['order_id', 'serial_prefix', 'serial_from', 'serial_to'])
    .where('merchant_id', '=', merchantId)
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .where('serial_from', 'is not', null)
    .orderBy('order_id')
    .orderBy('lot')
    .execute();
  const serials = new Map<string, Serials[]>();
  for (const { order_id, serial_prefix: prefix, serial_from, serial_to } of rows) {
    const own = serials.get(order_id) ?? [];
    own.push({ prefix, from: serial_from ?? 0, to: serial_to ?? 0 });
    serials.set(order_id, own);
  }
  return serials;
}
