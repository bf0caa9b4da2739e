import { type Check, type Finding, groupBy, type StoredAllocation, type StoredOrder } from './facts.ts';

const sum = (rows: readonly { readonly grams: number }[]): number =>
  rows.reduce((total, { grams }) => total + grams, 0);

const isRetired = ({ serial_from }: StoredAllocation): boolean => serial_from !== null;

/** Is every gram of a lot free, reserved by a pending order or retired by a completed one, and none sold twice? */
export const credits: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const byLot = groupBy(snapshot.allocations, ({ lot }) => lot);
  for (const lot of snapshot.lots) {
    const rows = byLot.get(lot.id) ?? [];
    const retired = sum(rows.filter(isRetired));
    const reserved = sum(rows) - retired;
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
    findings.push(...serials(lot.id, rows.filter(isRetired)));
  }
  return findings;
};

/** Are the grams allocated to an order those it ordered, reserved until it is paid and retired from then on? */
export const allocations: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const byOrder = groupBy(snapshot.allocations, ({ order_id }) => order_id);
  const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
  const projects = new Map(snapshot.lots.map(({ id, project }) => [id, project]));
  for (const order of snapshot.orders) {
    const rows = byOrder.get(order.id) ?? [];
    const due = order.status === 'failed' ? 0 : order.grams;
    if (sum(rows) !== due)
      findings.push({
        kind: 'misallocated',
        detail: `${order.id} is ${order.status} and holds ${sum(rows)} g, not ${due}`,
      });
    if (rows.some((row) => isRetired(row) !== (order.status === 'completed')))
      findings.push({ kind: 'serials-adrift', detail: `${order.id} is ${order.status}: ${serialsOf(rows)}` });
  }
  for (const { order_id, merchant_id, lot } of snapshot.allocations) {
    const order: StoredOrder | undefined = orders.get(order_id);
    if (order?.merchant_id !== merchant_id || projects.get(lot) !== order.project)
      findings.push({
        kind: 'misallocated',
        detail: `${lot} of ${projects.get(lot)} holds for ${order_id} of ${merchant_id}, which is ${order?.merchant_id} buying ${order?.project}`,
      });
  }
  return findings;
};

const serialsOf = (rows: readonly StoredAllocation[]): string =>
  rows.map(({ lot, serial_from, serial_to }) => `${lot} ${serial_from} to ${serial_to}`).join(', ');

/** The serials of a lot lie side by side from 1. */
function serials(lot: string, retired: readonly StoredAllocation[]): Finding[] {
  const findings: Finding[] = [];
  let next = 1;
  for (const row of retired.toSorted((a, b) => (a.serial_from ?? 0) - (b.serial_from ?? 0))) {
    const last = (row.serial_from ?? 0) + row.grams - 1;
    if (row.serial_from !== next || row.serial_to !== last)
      findings.push({
        kind: 'serials-adrift',
        detail: `${row.order_id} in ${lot}: ${row.serial_from} to ${row.serial_to}, next free was ${next}`,
      });
    next = last + 1;
  }
  return findings;
}
