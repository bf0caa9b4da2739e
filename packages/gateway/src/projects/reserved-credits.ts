import type { Wanted } from '../allotments/wanted.ts';
import { allEnded } from '../store/all-ended.ts';
import { PROJECT_COLUMNS } from '../store/columns.ts';
import type { Engine } from '../store/engine.ts';
import { prepared } from '../store/prepared.ts';
import type { OrderRow, ProjectRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { allocatedTo } from './allocated-to.ts';
import { byId, type OrderWithProjects, type PartsOf, partsFrom, readOrderParts } from './order-parts.ts';

/** Grams of one lot that are reserved for an order. */
interface Reserved extends Wanted {
  readonly order_id: string;
  readonly project: string;
}

/** The credits that were reserved for some orders, as they were read. */
export interface ReservedCredits {
  /** Those of some of the orders. */
  of(orders: readonly Pick<OrderRow, 'id'>[]): readonly Wanted[];
  /** The projects behind some of the orders; where one had none reserved, they are read now. */
  partsOf(orders: readonly OrderWithProjects[]): Promise<PartsOf>;
}

/**
 * Reads the credits which are reserved for some orders, and the projects behind them, before anything is known of the orders:
 * with the statement that holds them, and right after it. Nobody changes them while the orders are held.
 */
export async function readReserved(
  tx: Tx,
  engine: Engine,
  orders: readonly Pick<OrderRow, 'id' | 'merchant_id'>[],
): Promise<ReservedCredits> {
  if (orders.length === 0)
    return { of: () => [], partsOf: async (found) => readOrderParts(tx, engine, found) };
  const [rows, projects] = await allEnded(readRows(tx, engine, orders), readProjects(tx, engine, orders));
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  const isKnown = ({ id, project }: OrderWithProjects): boolean =>
    project === null || (byOrder.has(id) && projects.has(project));
  return {
    of: (some) => some.flatMap(({ id }) => byOrder.get(id) ?? []),
    partsOf: async (some) =>
      some.every(isKnown) ? partsFrom(byOrder, projects) : readOrderParts(tx, engine, some),
  };
}

async function readRows(
  tx: Tx,
  engine: Engine,
  orders: readonly Pick<OrderRow, 'id' | 'merchant_id'>[],
): Promise<Reserved[]> {
  const { ofMerchants, ofOrders, parameters } = allocatedTo(engine, orders);
  const build = () =>
    tx
      .selectFrom('allocations')
      .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
      .select(['merchant_id', 'order_id', 'lot', 'grams', 'credit_lots.project'])
      .where(ofMerchants)
      .where(ofOrders)
      .where('allocated_at', 'is', null)
      .compile();
  return prepared(tx, 'reserved for orders', build, parameters);
}

async function readProjects(
  tx: Tx,
  engine: Engine,
  orders: readonly Pick<OrderRow, 'id' | 'merchant_id'>[],
): Promise<ReadonlyMap<string, ProjectRow>> {
  const { ofMerchants, ofOrders, parameters } = allocatedTo(engine, orders);
  const build = () =>
    tx
      .selectFrom('projects')
      .select(PROJECT_COLUMNS)
      .where(({ eb, selectFrom }) =>
        eb(
          'id',
          'in',
          selectFrom('allocations')
            .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
            .select('credit_lots.project')
            .where(ofMerchants)
            .where(ofOrders)
            .where('allocated_at', 'is', null),
        ),
      )
      .compile();
  return byId(await prepared(tx, 'projects of reserved credits', build, parameters));
}
