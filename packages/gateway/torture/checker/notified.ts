import { allOf } from './all-of.ts';
import type { Check, Finding } from './facts.ts';

/** Was every final state sent to its endpoint, and is it in the outbox once? */
const finalStates: Check = ({ received, snapshot }) => {
  const findings: Finding[] = [];
  const delivered = new Set(received.map(({ orderId }) => orderId));
  const outbox = Map.groupBy(snapshot.deliveries, ({ order_id }) => order_id);
  for (const { id, callback_url, status } of snapshot.orders) {
    const isDue = callback_url !== null && status !== 'pending';
    const deliveries = outbox.get(id) ?? [];
    if (deliveries.length !== (isDue ? 1 : 0))
      findings.push({
        kind: 'delivery-adrift',
        detail: `${id} is ${status}, ${deliveries.length} in the outbox`,
      });
    if (isDue && !delivered.has(id))
      findings.push({
        kind: 'never-notified',
        detail: `${id} is ${status}; its delivery is ${deliveries[0]?.state}`,
      });
  }
  return findings;
};

/** Is every delivery of the order's own merchant, and did each arrive that counts as delivered? */
const deliveries: Check = ({ received, snapshot }) => {
  const findings: Finding[] = [];
  const merchantOf = new Map(snapshot.orders.map(({ id, merchant_id }) => [id, merchant_id]));
  const delivered = new Set(received.map(({ orderId }) => orderId));
  for (const { id, order_id, merchant_id, state } of snapshot.deliveries) {
    if (merchantOf.get(order_id) !== merchant_id)
      findings.push({ kind: 'foreign-data', detail: `${id} tells ${merchant_id} of ${order_id}` });
    if (state === 'delivered' && !delivered.has(order_id))
      findings.push({ kind: 'never-notified', detail: `${id} counts as delivered` });
  }
  return findings;
};

/** Is every webhook that arrived correct, signed, and for the order's own merchant? */
const receivedWebhooks: Check = ({ received, snapshot }) => {
  const findings: Finding[] = [];
  const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
  const transactionOf = new Map(
    snapshot.transactions.filter(({ refund_id }) => refund_id === null).map((one) => [one.order_id, one.id]),
  );
  for (const one of received) {
    const order = orders.get(one.orderId);
    const isCorrect =
      order !== undefined &&
      order.status === one.status &&
      one.type === `order.${order.status}` &&
      one.transactionId === transactionOf.get(order.id);
    if (!isCorrect)
      findings.push({
        kind: 'notified-wrongly',
        detail: `${one.orderId} was reported as ${one.type}, it is ${order?.status ?? 'unknown'}`,
      });
    if (order && order.merchant_id !== one.merchant)
      findings.push({ kind: 'foreign-data', detail: `${one.merchant} received a webhook of ${one.orderId}` });
    if (!one.signed) findings.push({ kind: 'unsigned', detail: `a webhook of ${one.orderId}` });
  }
  return findings;
};

/** Was every final state sent to its endpoint, correct, signed, and stored in the outbox once? */
export const notified: Check = allOf(finalStates, deliveries, receivedWebhooks);
