import type { Wanted } from '../allotments/wanted.ts';
import { PROJECT_COLUMNS } from '../store/columns.ts';
import type { Engine } from '../store/engine.ts';
import { prepared } from '../store/prepared.ts';
import type { OrderRow, ProjectRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { allocatedTo } from './allocated-to.ts';
import {
  byId,
  type OrderWithProjects,
  type PartsOf,
  partsFrom,
  readOrderParts,
  type Share,
} from './order-parts.ts';

/** Grams of one lot that are reserved for an order, and the lot's project. */
interface Reserved extends ProjectRow, Wanted {
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
  const rows = await readRows(tx, engine, orders);
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  const projects = byId(rows);
  const isKnown = ({ id, project }: OrderWithProjects): boolean =>
    project === null || (byOrder.has(id) && projects.has(project));
  return {
    of: (some) => some.flatMap(({ id }) => byOrder.get(id) ?? []),
    partsOf: async (some) =>
      some.every(isKnown) ? partsFrom(sharesOf(byOrder), projects) : readOrderParts(tx, engine, some),
  };
}

/** Several lots of an order may be of one project. */
function sharesOf(byOrder: ReadonlyMap<string, readonly Reserved[]>): ReadonlyMap<string, readonly Share[]> {
  const shares = new Map<string, readonly Share[]>();
  for (const [orderId, rows] of byOrder) {
    const sums = new Map<string, number>();
    for (const { project, grams } of rows) sums.set(project, grams + (sums.get(project) ?? 0));
    const inOrder = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
    shares.set(
      orderId,
      inOrder.map(([project, grams]) => ({ project, grams })),
    );
  }
  return shares;
}

async function readRows(
  tx: Tx,
  engine: Engine,
  orders: readonly Pick<OrderRow, 'id' | 'merchant_id'>[],
): Promise<Reserved[]> {
  const { condition, parameters } = allocatedTo(engine, orders);
  const build = () =>
    tx
      .selectFrom('allocations')
      .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
      .innerJoin('projects', 'projects.id', 'credit_lots.project')
      .select(['merchant_id', 'order_id', 'lot', 'grams', 'credit_lots.project'])
      .select(PROJECT_COLUMNS.map((column) => `projects.${column}` as const))
      .where(condition())
      .where('allocated_at', 'is', null)
      .compile();
  return prepared(tx, 'reserved for orders', build, parameters);
}
