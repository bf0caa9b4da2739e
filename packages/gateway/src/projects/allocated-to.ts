import type { RawBuilder } from 'kysely';
import type { Engine } from '../store/engine.ts';
import { isOneOf, oneOf } from '../store/is-one-of.ts';
import type { OrderRow } from '../store/schema.ts';

/** Conditions on the allocations of some orders, and their parameters. */
interface OfAllocations {
  readonly ofMerchants: RawBuilder<boolean>;
  readonly ofOrders: RawBuilder<boolean>;
  readonly parameters: readonly unknown[];
}

/** What finds the allocations of some orders. */
export function allocatedTo(
  engine: Engine,
  orders: readonly Pick<OrderRow, 'id' | 'merchant_id'>[],
): OfAllocations {
  const merchants = [...new Set(orders.map(({ merchant_id }) => merchant_id))];
  const ids = orders.map(({ id }) => id);
  return {
    ofMerchants: isOneOf(engine, 'merchant_id', merchants),
    ofOrders: isOneOf(engine, 'order_id', ids),
    parameters: [oneOf(engine, merchants), oneOf(engine, ids)],
  };
}
