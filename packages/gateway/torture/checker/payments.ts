import type { Check, Finding } from './facts.ts';
import type { StoredRefund } from './stored.ts';

const alive = ({ state }: StoredRefund): boolean => state !== 'failed';

function total(refunds: readonly StoredRefund[], of: (refund: StoredRefund) => number): number {
  return refunds.reduce((sum, refund) => sum + of(refund), 0);
}

/** Does all received money either pay for a completed order, once, or return to the payer? */
export const payments: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
  const refundsOf = Map.groupBy(snapshot.refunds, ({ payment_id }) => payment_id ?? '');
  for (const [orderId, all] of Map.groupBy(snapshot.payments, ({ order_id }) => order_id)) {
    const order = orders.get(orderId);
    const kept = all.filter(({ kept_minor }) => kept_minor > 0);
    if (kept.length > 1)
      findings.push({
        kind: 'payment-adrift',
        detail: `${orderId} keeps the money of ${kept.length} payments`,
      });
    if (kept.length > 0 && order?.status !== 'completed')
      findings.push({
        kind: 'payment-adrift',
        detail: `${orderId} is ${order?.status} and its money is kept`,
      });
    for (const one of all) {
      const wrong =
        one.kept_minor !== 0 && (one.kept_minor !== order?.amount_minor || one.state !== 'captured');
      if (wrong || one.amount_minor !== order?.amount_minor)
        findings.push({ kind: 'payment-adrift', detail: `${one.id} is not over the amount of ${orderId}` });
    }
  }
  for (const one of snapshot.payments) {
    const refunds = (refundsOf.get(one.id) ?? []).filter(alive);
    const received = one.state === 'captured' ? (one.received_minor ?? 0) : 0;
    const returned = total(
      refunds.filter(({ cause }) => cause !== 'dispute'),
      ({ amount_minor }) => amount_minor,
    );
    if (returned > received)
      findings.push({ kind: 'refunded-wrongly', detail: `${one.id}: ${returned} of ${received} refunded` });
    const surplus = received - one.kept_minor;
    const covered = total(refunds, ({ amount_minor, order_minor }) => amount_minor - order_minor);
    if (surplus > covered)
      findings.push({
        kind: 'money-forgotten',
        detail: `${one.id}: ${surplus} pays for nothing, ${covered} of it refunded`,
      });
  }
  return findings;
};

/** Do the refunds of an order stay within it, and do its sums and transactions match its refunds? */
export const refunds: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const byOrder = Map.groupBy(snapshot.refunds, ({ order_id }) => order_id);
  const booked = Map.groupBy(
    snapshot.transactions.filter(({ refund_id }) => refund_id !== null),
    ({ refund_id }) => refund_id ?? '',
  );
  for (const order of snapshot.orders) {
    const all = byOrder.get(order.id) ?? [];
    const left = all.filter(alive);
    if (total(left, ({ order_minor }) => order_minor) > order.amount_minor)
      findings.push({ kind: 'refunded-wrongly', detail: `${order.id}: more refunded than it cost` });
    if (total(left, ({ grams }) => grams) > order.grams)
      findings.push({ kind: 'refunded-wrongly', detail: `${order.id}: more grams refunded than it has` });
    if (order.status !== 'completed' && all.some(({ order_minor }) => order_minor > 0))
      findings.push({ kind: 'refunded-wrongly', detail: `${order.id} is ${order.status} and was refunded` });
    for (const [state, sum] of [
      ['completed', order.refunded_minor],
      ['pending', order.refund_pending_minor],
    ] as const) {
      const counted = total(
        all.filter((one) => one.state === state),
        ({ order_minor }) => order_minor,
      );
      if (counted !== sum)
        findings.push({ kind: 'refund-adrift', detail: `${order.id}: ${sum} ${state}, counted ${counted}` });
    }
  }
  // If a bounced refund could not get its credits back, since they were sold again, no later refund returns them. The
  // same holds for a dispute that was won, which its transaction reversed, and lost once more.
  const hasBounced = (id: string): boolean =>
    (booked.get(id) ?? []).some(({ amount_minor }) => amount_minor > 0);
  const resold = new Set(
    snapshot.refunds.flatMap(({ id, order_id, state, credits }) =>
      credits === 'returned' && (state === 'failed' || hasBounced(id)) ? order_id : [],
    ),
  );
  for (const one of snapshot.refunds) {
    if (one.state === 'completed' && one.grams > 0 && one.credits === 'none' && !resold.has(one.order_id))
      findings.push({
        kind: 'refund-adrift',
        detail: `${one.id} is completed, and says nothing of its credits`,
      });
    const rows = booked.get(one.id) ?? [];
    const sum = rows.reduce((of, { amount_minor }) => of + amount_minor, 0);
    const expected = one.state === 'completed' ? -one.order_minor : 0;
    if (sum !== expected)
      findings.push({ kind: 'transaction-adrift', detail: `${one.id} is ${one.state}, ${sum} booked` });
  }
  const known = new Set(snapshot.refunds.map(({ id }) => id));
  for (const id of booked.keys())
    if (!known.has(id))
      findings.push({ kind: 'transaction-adrift', detail: `a refund ${id} that is not there` });
  return findings;
};
