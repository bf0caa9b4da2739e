import { allOf } from './all-of.ts';
import type { Check, Finding } from './facts.ts';
import { isAlive, total } from './refunds.ts';
import type { StoredPayment } from './stored.ts';

/** Is the money of at most one payment kept, and only for a completed order? */
const keptMoney: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const adrift = (detail: string): void => void findings.push({ kind: 'payment-adrift', detail });
  const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
  const kept = snapshot.payments.filter(({ kept_minor }) => kept_minor > 0);
  for (const [orderId, { length }] of Map.groupBy(kept, ({ order_id }) => order_id)) {
    if (length > 1) adrift(`${orderId} keeps the money of ${length} payments`);
    const status = orders.get(orderId)?.status;
    if (status !== 'completed') adrift(`${orderId} is ${status} and its money is kept`);
  }
  return findings;
};

/** Is every payment over the amount of its order, and all of it kept or nothing? */
const paymentAmounts: Check = ({ snapshot }) => {
  const prices = new Map(snapshot.orders.map(({ id, amount_minor }) => [id, amount_minor]));
  return snapshot.payments.flatMap((one): Finding[] => {
    const price = prices.get(one.order_id);
    const isKeptWhole = one.kept_minor === price && one.state === 'captured';
    if (one.amount_minor === price && (one.kept_minor === 0 || isKeptWhole)) return [];
    return [{ kind: 'payment-adrift', detail: `${one.id} is not over the amount of ${one.order_id}` }];
  });
};

/** Does all received money either pay for a completed order or return to the payer? */
const receivedMoney: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const refundsOf = Map.groupBy(snapshot.refunds.filter(isAlive), ({ payment_id }) => payment_id ?? '');
  for (const one of snapshot.payments) {
    const refunds = refundsOf.get(one.id) ?? [];
    const received = receivedBy(one);
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

function receivedBy({ state, received_minor }: StoredPayment): number {
  return state === 'captured' ? (received_minor ?? 0) : 0;
}

/** Does all received money either pay for a completed order, once, or return to the payer? */
export const payments: Check = allOf(keptMoney, paymentAmounts, receivedMoney);
