import { type Check, type Finding, groupBy, type StoredOrder } from './facts.ts';

const sum = (orders: readonly StoredOrder[]): number => orders.reduce((total, { grams }) => total + grams, 0);

/** Is every gram of a lot free, reserved by a pending order or retired by a completed one, and none sold twice? */
export const credits: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const byLot = groupBy(snapshot.orders, ({ lot }) => lot ?? '');
  for (const lot of snapshot.lots) {
    const orders = byLot.get(lot.id) ?? [];
    const reserved = sum(orders.filter(({ status }) => status === 'pending'));
    const retired = sum(orders.filter(({ status }) => status === 'completed'));
    if (reserved + retired > lot.grams_total)
      findings.push({
        kind: 'oversold',
        detail: `${lot.id}: ${reserved + retired} g of ${lot.grams_total} sold`,
      });
    if (lot.grams_reserved !== reserved)
      findings.push({
        kind: 'credits-adrift',
        detail: `${lot.id}: ${lot.grams_reserved} g reserved, not ${reserved}`,
      });
    if (lot.grams_retired !== retired)
      findings.push({
        kind: 'credits-adrift',
        detail: `${lot.id}: ${lot.grams_retired} g retired, not ${retired}`,
      });
    if (orders.some(({ project }) => project !== lot.project))
      findings.push({ kind: 'credits-adrift', detail: `${lot.id} is given to an order of another project` });
    findings.push(...serials(lot.id, orders));
  }
  const known = new Set(snapshot.lots.map(({ id }) => id));
  for (const order of snapshot.orders)
    if (order.grams > 0 && !known.has(order.lot ?? ''))
      findings.push({ kind: 'credits-adrift', detail: `${order.id} has no lot` });
  return findings;
};

/** The serials of completed orders lie side by side from 1, and nobody else has any. */
function serials(lot: string, orders: readonly StoredOrder[]): Finding[] {
  const findings: Finding[] = [];
  const owners = orders.filter(({ status, grams }) => status === 'completed' && grams > 0);
  let next = 1;
  for (const order of owners.toSorted((a, b) => (a.serial_from ?? 0) - (b.serial_from ?? 0))) {
    const last = (order.serial_from ?? 0) + order.grams - 1;
    if (order.serial_from !== next || order.serial_to !== last)
      findings.push({
        kind: 'serials-adrift',
        detail: `${order.id} in ${lot}: ${order.serial_from} to ${order.serial_to}, next free was ${next}`,
      });
    next = last + 1;
  }
  for (const { id, status, serial_from } of orders)
    if (status !== 'completed' && serial_from !== null)
      findings.push({ kind: 'serials-adrift', detail: `${id} is ${status} and has serials` });
  return findings;
}
