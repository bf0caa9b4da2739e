import type { Wanted } from '../allotments/wanted.ts';
import { allEnded } from '../store/all-ended.ts';
import type { OrderRow, ProjectRow } from '../store/schema.ts';
import { PROJECT_COLUMNS } from '../store/sql/columns.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Tx } from '../store/transaction.ts';
import { allocatedTo } from './allocated-to.ts';
import {
  indexProjects,
  type OrderWithProjects,
  type PartsOf,
  partsFrom,
  readOrderParts,
  type Share,
} from './order-parts.ts';

/** Grams of one lot for an order. */
interface Reserved extends Wanted {
  readonly order_id: string;
}

interface ProjectOfLot extends ProjectRow {
  readonly lot: string;
}

type OrderKeys = readonly Pick<OrderRow, 'id' | 'merchant_id'>[];

/** Credits that were reserved for some orders. */
export interface ReservedCredits {
  /** Returns the credits of some of the orders. */
  of(orders: readonly Pick<OrderRow, 'id'>[]): readonly Wanted[];
  /** Returns the parts of some of the orders; if one had no credits reserved, they are read now. */
  partsOf(orders: readonly OrderWithProjects[]): Promise<PartsOf>;
}

/**
 * Reads the credits that are reserved for some orders, and their projects, before the orders are known: sent with the
 * statement that holds the orders, right after it. The credits do not change while the orders are held.
 */
export async function readReserved(tx: Tx, orders: OrderKeys): Promise<ReservedCredits> {
  return reservedCredits(tx, orders, selectReserved);
}

/**
 * Like {@link readReserved}, but also allocates the credits: sent with the statement that marks the pending orders as
 * completed, right after it. Only pending orders have reserved credits.
 */
export async function allocateAndReadReserved(
  tx: Tx,
  orders: OrderKeys,
  at: number,
): Promise<ReservedCredits> {
  return reservedCredits(tx, orders, () => allocateReserved(tx, orders, at));
}

async function reservedCredits(
  tx: Tx,
  orders: OrderKeys,
  find: typeof selectReserved,
): Promise<ReservedCredits> {
  if (orders.length === 0) return { of: () => [], partsOf: async (found) => readOrderParts(tx, found) };
  // A project has long texts, and most orders of a batch share theirs: read once, not with the grams of each order.
  const [rows, ofLots] = await allEnded(find(tx, orders), projectsOfLots(tx, orders));
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  const projects = indexProjects(ofLots);
  const isKnown = ({ id, project }: OrderWithProjects): boolean =>
    project === null || (byOrder.has(id) && projects.has(project));
  return {
    of: (some) => some.flatMap(({ id }) => byOrder.get(id) ?? []),
    partsOf: async (some) =>
      some.every(isKnown)
        ? partsFrom(sharesOf(byOrder, new Map(ofLots.map(({ lot, id }) => [lot, id]))), projects)
        : readOrderParts(tx, some),
  };
}

/** Adds up an order's grams by project: several lots may be of one. */
function sharesOf(
  byOrder: ReadonlyMap<string, readonly Reserved[]>,
  projects: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Share[]> {
  const shares = new Map<string, readonly Share[]>();
  for (const [orderId, rows] of byOrder) {
    const sums = new Map<string, number>();
    for (const { lot, grams } of rows) {
      const project = projects.get(lot);
      if (project !== undefined) sums.set(project, grams + (sums.get(project) ?? 0));
    }
    const inOrder = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
    shares.set(
      orderId,
      inOrder.map(([project, grams]) => ({ project, grams })),
    );
  }
  return shares;
}

async function selectReserved(tx: Tx, orders: OrderKeys): Promise<Reserved[]> {
  const { condition, parameters } = allocatedTo(tx, orders);
  const build = () =>
    tx
      .selectFrom('allocations')
      .select(['merchant_id', 'order_id', 'lot', 'grams'])
      .where(condition())
      .where('allocated_at', 'is', null)
      .compile();
  return prepared(tx, 'reserved for orders', build, parameters);
}

/** Allocates the reserved credits of paid orders. A registry retires them later, in a batch. @returns the credits. */
export async function allocateReserved(tx: Tx, orders: OrderKeys, at: number): Promise<Reserved[]> {
  // Without a merchant that leads to a shard, Citus would send the statement to all shards.
  if (orders.length === 0) return [];
  const { condition, parameters } = allocatedTo(tx, orders);
  const build = () =>
    tx
      .updateTable('allocations')
      .set({ allocated_at: at })
      .where(condition())
      .where('allocated_at', 'is', null)
      .returning(['merchant_id', 'order_id', 'lot', 'grams'])
      .compile();
  return prepared(tx, 'allocate to orders', build, [at, ...parameters]);
}

async function projectsOfLots(tx: Tx, orders: OrderKeys): Promise<ProjectOfLot[]> {
  const { condition, parameters } = allocatedTo(tx, orders);
  const build = () =>
    tx
      .selectFrom('credit_lots')
      .innerJoin('projects', 'projects.id', 'credit_lots.project')
      .select('credit_lots.id as lot')
      .select(PROJECT_COLUMNS.map((column) => `projects.${column}` as const))
      .where('credit_lots.id', 'in', ({ selectFrom }) =>
        selectFrom('allocations').select('lot').where(condition()),
      )
      .compile();
  return prepared(tx, 'projects of lots of orders', build, parameters);
}
