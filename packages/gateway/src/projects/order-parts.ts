import { allEnded } from '../store/all-ended.ts';
import { engineOf } from '../store/engine-of.ts';
import type { OrderRow, ProjectRow } from '../store/schema.ts';
import { PROJECT_COLUMNS } from '../store/sql/columns.ts';
import { isOneOf, oneOf } from '../store/sql/is-one-of.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Reads } from '../store/transaction.ts';
import { allocatedTo } from './allocated-to.ts';

/** A project of an order's credits, and their grams. */
export interface OrderPart {
  readonly project: ProjectRow;
  readonly grams: number;
}

/** Grams of one project in an order. */
export interface Share {
  readonly project: string;
  readonly grams: number;
}

/** Returns the parts of an order, the largest first; none while no credits are allocated to it. */
export type PartsOf = (order: OrderWithProjects) => readonly OrderPart[];

/** Columns of an order that determine its parts. */
export type OrderWithProjects = Pick<
  OrderRow,
  'id' | 'merchant_id' | 'status' | 'project' | 'portfolio' | 'project_count' | 'grams'
>;

/** Whether every part of an order is shown: its credits may be of several projects, or its payer chose them. */
export function showsParts({
  portfolio,
  project_count,
}: Pick<OrderRow, 'portfolio' | 'project_count'>): boolean {
  return portfolio !== null || project_count > 1;
}

/**
 * Reads the parts of some orders. For most orders, whose payer chose nothing and whose credits are of one project, only
 * the project is read.
 */
export async function readOrderParts(tx: Reads, orders: readonly OrderWithProjects[]): Promise<PartsOf> {
  // A failed order has no credits.
  const held = orders.filter(({ project, status }) => project !== null && status !== 'failed');
  const ids = [...new Set(held.flatMap(({ project }) => project ?? []))];
  const shown = held.filter(showsParts);
  const [grams, projects] = await allEnded(
    readGrams(tx, shown),
    shown.length === 0 ? readProjects(tx, ids) : readAllProjects(tx, ids, shown),
  );
  return partsFrom(grams, projects);
}

/** Builds the parts of orders from the grams of each order, by project, and the projects. */
export function partsFrom(
  grams: ReadonlyMap<string, readonly Share[]>,
  projects: ReadonlyMap<string, ProjectRow>,
): PartsOf {
  return (order) => {
    const own = projects.get(order.project ?? '');
    if (!own || order.status === 'failed') return [];
    const parts = (grams.get(order.id) ?? []).flatMap((part) => {
      const project = projects.get(part.project);
      return project ? [{ project, grams: part.grams }] : [];
    });
    if (parts.length === 0) return [{ project: own, grams: showsParts(order) ? 0 : order.grams }];
    return parts.toSorted(
      (a, b) => b.grams - a.grams || Number(b.project === own) - Number(a.project === own),
    );
  };
}

async function readProjects(tx: Reads, ids: readonly string[]): Promise<ReadonlyMap<string, ProjectRow>> {
  if (ids.length === 0) return new Map();
  const engine = engineOf(tx);
  const build = () =>
    tx
      .selectFrom('projects')
      .select(PROJECT_COLUMNS)
      .where(isOneOf(engine, 'id', ids))
      .compile();
  return indexProjects(await prepared(tx, 'projects of orders', build, [oneOf(engine, ids)]));
}

/** Like {@link readProjects}, also for the credits of some orders: sent along with the query of their grams. */
async function readAllProjects(
  tx: Reads,
  ids: readonly string[],
  orders: readonly OrderWithProjects[],
): Promise<ReadonlyMap<string, ProjectRow>> {
  const engine = engineOf(tx);
  const { condition, parameters } = allocatedTo(tx, orders);
  const build = () =>
    tx
      .selectFrom('projects')
      .select(PROJECT_COLUMNS)
      .where(({ or, eb, selectFrom }) =>
        or([
          isOneOf(engine, 'id', ids),
          eb(
            'id',
            'in',
            selectFrom('allocations')
              .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
              .select('credit_lots.project')
              .where(condition()),
          ),
        ]),
      )
      .compile();
  return indexProjects(
    await prepared(tx, 'all projects of orders', build, [oneOf(engine, ids), ...parameters]),
  );
}

/** Indexes projects by identifier. */
export function indexProjects(rows: readonly ProjectRow[]): ReadonlyMap<string, ProjectRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

async function readGrams(
  tx: Reads,
  orders: readonly OrderWithProjects[],
): Promise<ReadonlyMap<string, readonly Share[]>> {
  if (orders.length === 0) return new Map();
  const { condition, parameters } = allocatedTo(tx, orders);
  const build = () =>
    tx
      .selectFrom('allocations')
      .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
      .select(({ fn }) => [
        'order_id',
        'credit_lots.project',
        fn.sum<number>('allocations.grams').as('grams'),
      ])
      .where(condition())
      .groupBy(['order_id', 'credit_lots.project'])
      .orderBy('credit_lots.project')
      .compile();
  const rows = await prepared(tx, 'credits of orders', build, parameters);
  const byOrder = new Map<string, Share[]>();
  for (const { order_id, project, grams } of rows) {
    byOrder.set(order_id, [...(byOrder.get(order_id) ?? []), { project, grams }]);
  }
  return byOrder;
}
