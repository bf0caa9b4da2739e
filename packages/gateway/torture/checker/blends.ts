import { allOf } from './all-of.ts';
import type { Check, Finding } from './facts.ts';
import type { Snapshot, StoredAllocation, StoredOrder, StoredPortfolioPart } from './stored.ts';

/** Allocations of an order by the project of their credits. */
type Held = ReadonlyMap<string, readonly StoredAllocation[]>;

/** Returns every order with the credits it holds. */
function ordersWithHeld({ orders, lots, allocations }: Snapshot): (readonly [StoredOrder, Held])[] {
  const projects = new Map(lots.map(({ id, project }) => [id, project]));
  const byOrder = Map.groupBy(allocations, ({ order_id }) => order_id);
  return orders.map((order) => [
    order,
    Map.groupBy(byOrder.get(order.id) ?? [], ({ lot }) => projects.get(lot) ?? ''),
  ]);
}

/** Does an order hold credits of only one product? */
const products: Check = ({ snapshot }) => {
  const productOf = new Map(snapshot.projects.map(({ id, product }) => [id, product]));
  return ordersWithHeld(snapshot).flatMap(([order, held]): Finding[] => {
    const mixed = [...held.keys()].filter((project) => productOf.get(project) !== order.product);
    if (mixed.length === 0) return [];
    return [{ kind: 'products-mixed', detail: `${order.id} of ${order.product} holds ${mixed}` }];
  });
};

/** Does an order hold the payer's choice, in exact shares? */
const shares: Check = ({ snapshot }) => {
  const refunded = new Set(snapshot.refunds.map(({ order_id }) => order_id));
  const portfolios = Map.groupBy(snapshot.portfolioParts, ({ portfolio }) => portfolio);
  return ordersWithHeld(snapshot).flatMap(([order, held]): Finding[] => {
    if (order.portfolio === null || order.status === 'failed') return [];
    const parts = portfolios.get(order.portfolio) ?? [];
    const stranger = [...held.keys()].find((project) => !parts.some((part) => part.project === project));
    const strange: Finding[] =
      stranger === undefined ? [] : [{ kind: 'wrong-blend', detail: `${order.id} holds ${stranger}` }];
    // Each refund may round a gram.
    return refunded.has(order.id) ? strange : [...strange, ...inexactShares(order, held, parts)];
  });
};

function inexactShares(order: StoredOrder, held: Held, parts: readonly StoredPortfolioPart[]): Finding[] {
  const whole = parts.reduce((total, { share }) => total + share, 0);
  return parts.flatMap(({ project, share }): Finding[] => {
    const grams = (held.get(project) ?? []).reduce((total, one) => total + one.grams, 0);
    const apart = BigInt(grams) * BigInt(whole) - BigInt(order.grams) * BigInt(share);
    if (-whole < apart && apart < whole) return [];
    return [{ kind: 'wrong-blend', detail: `${order.id}: ${grams} g of ${project}` }];
  });
}

/** Does an order hold the payer's choice, in exact shares, and only one product? */
export const blends: Check = allOf(products, shares);
