import { type Kysely, type RawBuilder, sql } from 'kysely';
import { engineOf } from '../store/engine-of.ts';
import type { OrderRow, Schema } from '../store/schema.ts';
import { isOneOf, oneOf } from '../store/sql/is-one-of.ts';

/** Condition and parameters that find the allocations of some orders. */
interface OfAllocations {
  /** Builds the condition, for a statement text that is built once. */
  readonly condition: () => RawBuilder<boolean>;
  readonly parameters: readonly unknown[];
}

/** Returns the condition that finds the allocations of some orders; their merchants lead to a shard. */
export function allocatedTo(
  db: Pick<Kysely<Schema>, 'getExecutor'>,
  orders: readonly Pick<OrderRow, 'id' | 'merchant_id'>[],
): OfAllocations {
  const engine = engineOf(db);
  const merchants = [...new Set(orders.map(({ merchant_id }) => merchant_id))];
  const ids = orders.map(({ id }) => id);
  return {
    condition: () =>
      sql`${isOneOf(engine, 'merchant_id', merchants)} and ${isOneOf(engine, 'order_id', ids)}`,
    parameters: [oneOf(engine, merchants), oneOf(engine, ids)],
  };
}
