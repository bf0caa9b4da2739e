import { allOf } from './all-of.ts';
import type { Check, Finding } from './facts.ts';
import type { Snapshot, StoredAllocation } from './stored.ts';

const sum = (rows: readonly { readonly grams: number }[]): number =>
  rows.reduce((total, { grams }) => total + grams, 0);

const isAllocated = ({ allocated_at }: StoredAllocation): boolean => allocated_at !== null;

/** Do the grams that pending orders reserve and completed ones have allocated stay within the lot? */
export const credits: Check = ({ snapshot }) => {
  const byLot = Map.groupBy(snapshot.allocations, ({ lot }) => lot);
  return snapshot.lots.flatMap(({ id, grams_total }): Finding[] => {
    const sold = sum(byLot.get(id) ?? []);
    if (sold <= grams_total) return [];
    return [{ kind: 'oversold', detail: `${id}: ${sold} g of ${grams_total} sold` }];
  });
};

/** Are the grams allocated to an order the ordered grams, reserved until it is paid and allocated from then on? */
const allocatedGrams: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const byOrder = Map.groupBy(snapshot.allocations, ({ order_id }) => order_id);
  const returned = returnedGrams(snapshot);
  for (const order of snapshot.orders) {
    const rows = byOrder.get(order.id) ?? [];
    const due = order.status === 'failed' ? 0 : order.grams - (returned.get(order.id) ?? 0);
    if (sum(rows) !== due)
      findings.push({
        kind: 'misallocated',
        detail: `${order.id} is ${order.status} and holds ${sum(rows)} g, not ${due}`,
      });
    if (rows.some((row) => isAllocated(row) !== (order.status === 'completed')))
      findings.push({
        kind: 'allocation-adrift',
        detail: `${order.id} is ${order.status}: ${statesOf(rows)}`,
      });
  }
  return findings;
};

/** Returns the grams that each order lost by its refunds. */
function returnedGrams({ refunds }: Snapshot): ReadonlyMap<string, number> {
  const returned = new Map<string, number>();
  // An order whose refund bounced, and for which too few credits were left, has not got them back.
  for (const { order_id, grams, credits, state } of refunds)
    if (state !== 'pending' && credits === 'returned')
      returned.set(order_id, grams + (returned.get(order_id) ?? 0));
  return returned;
}

/** Is each allocation for an order of its merchant, and of the project that the order buys? */
const allocationOwners: Check = ({ snapshot }) => {
  const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
  const projects = new Map(snapshot.lots.map(({ id, project }) => [id, project]));
  return snapshot.allocations.flatMap(({ order_id, merchant_id, lot }): Finding[] => {
    const order = orders.get(order_id);
    const isSpread = order !== undefined && (order.portfolio !== null || order.project_count > 1);
    if (order?.merchant_id === merchant_id && (isSpread || projects.get(lot) === order.project)) return [];
    return [
      {
        kind: 'misallocated',
        detail: `${lot} of ${projects.get(lot)} holds for ${order_id} of ${merchant_id}, which is ${order?.merchant_id} buying ${order?.project}`,
      },
    ];
  });
};

const statesOf = (rows: readonly StoredAllocation[]): string =>
  rows.map((row) => `${row.lot} ${isAllocated(row) ? 'allocated' : 'reserved'}`).join(', ');

/** Are the credits allocated to an order those that it bought? */
export const allocations: Check = allOf(allocatedGrams, allocationOwners);
