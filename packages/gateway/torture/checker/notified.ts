import type { Check, Finding } from './facts.ts';

/** Was every final state sent to its endpoint, correct, signed, and stored in the outbox once? */
export const notified: Check = ({ received, snapshot }) => {
  const findings: Finding[] = [];
  const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
  const delivered = Map.groupBy(received, ({ orderId }) => orderId);
  const outbox = Map.groupBy(snapshot.deliveries, ({ order_id }) => order_id);
  const transactionOf = new Map(
    snapshot.transactions.filter(({ refund_id }) => refund_id === null).map((one) => [one.order_id, one.id]),
  );
  for (const order of snapshot.orders) {
    const due = order.callback_url !== null && order.status !== 'pending';
    const left = outbox.get(order.id)?.length ?? 0;
    if (left !== (due ? 1 : 0))
      findings.push({
        kind: 'delivery-adrift',
        detail: `${order.id} is ${order.status}, ${left} in the outbox`,
      });
    if (due && !delivered.has(order.id))
      findings.push({
        kind: 'never-notified',
        detail: `${order.id} is ${order.status}; its delivery is ${outbox.get(order.id)?.[0]?.state}`,
      });
  }
  for (const { id, order_id, merchant_id, state } of snapshot.deliveries) {
    const order = orders.get(order_id);
    if (order?.merchant_id !== merchant_id)
      findings.push({ kind: 'foreign-data', detail: `${id} tells ${merchant_id} of ${order_id}` });
    if (state === 'delivered' && !delivered.has(order_id))
      findings.push({ kind: 'never-notified', detail: `${id} counts as delivered` });
  }
  for (const one of received) {
    const order = orders.get(one.orderId);
    const true_ =
      order !== undefined &&
      order.status === one.status &&
      one.type === `order.${order.status}` &&
      one.transactionId === transactionOf.get(order.id);
    if (!true_)
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
