import type { OrderRow, ProjectRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/** Whether credits of its project are set aside or retired for an order. */
export function isAllocated(order: Pick<OrderRow, 'project' | 'status'>): boolean {
  return order.project !== null && order.status !== 'failed';
}

/** The project whose credits an order holds. */
export async function projectOf(
  tx: Pick<Tx, 'selectFrom'>,
  order: Pick<OrderRow, 'project' | 'status'>,
): Promise<ProjectRow | undefined> {
  if (order.project === null || !isAllocated(order)) return undefined;
  return tx.selectFrom('projects').selectAll().where('id', '=', order.project).executeTakeFirst();
}

/** The projects of some orders, by their identifier. */
export async function readProjects(
  tx: Pick<Tx, 'selectFrom'>,
  orders: readonly Pick<OrderRow, 'project'>[],
): Promise<ReadonlyMap<string, ProjectRow>> {
  const ids = [...new Set(orders.flatMap(({ project }) => project ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('projects').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
