import type { Check, Finding } from './facts.ts';

const sum = (rows: readonly { readonly grams: number }[]): number =>
  rows.reduce((total, { grams }) => total + grams, 0);

/** Does an order hold the payer's choice, in exact shares, and only one product? */
export const blends: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const lots = new Map(snapshot.lots.map(({ id, project }) => [id, project]));
  const products = new Map(snapshot.projects.map(({ id, product }) => [id, product]));
  const byOrder = Map.groupBy(snapshot.allocations, ({ order_id }) => order_id);
  const refunded = new Set(snapshot.refunds.map(({ order_id }) => order_id));
  const portfolios = Map.groupBy(snapshot.portfolioParts, ({ portfolio }) => portfolio);
  for (const order of snapshot.orders) {
    const rows = byOrder.get(order.id) ?? [];
    const held = Map.groupBy(rows, ({ lot }) => lots.get(lot) ?? '');
    const mixed = [...held.keys()].filter((project) => products.get(project) !== order.product);
    if (mixed.length > 0)
      findings.push({ kind: 'products-mixed', detail: `${order.id} of ${order.product} holds ${mixed}` });
    if (order.portfolio === null || order.status === 'failed') continue;
    const parts = portfolios.get(order.portfolio) ?? [];
    const stranger = [...held.keys()].find((project) => !parts.some((part) => part.project === project));
    if (stranger !== undefined)
      findings.push({ kind: 'wrong-blend', detail: `${order.id} holds ${stranger}` });
    // Each refund may round a gram.
    if (refunded.has(order.id)) continue;
    const whole = parts.reduce((total, { share }) => total + share, 0);
    for (const { project, share } of parts) {
      const grams = sum(held.get(project) ?? []);
      const apart = BigInt(grams) * BigInt(whole) - BigInt(order.grams) * BigInt(share);
      if (apart <= -whole || apart >= whole)
        findings.push({ kind: 'wrong-blend', detail: `${order.id}: ${grams} g of ${project}` });
    }
  }
  return findings;
};
