import { allOf } from './all-of.ts';
import type { Check, Finding } from './facts.ts';
import type { Snapshot, StoredRefund, StoredTransaction } from './stored.ts';

/** Whether a refund did not bounce. */
export const isAlive = ({ state }: StoredRefund): boolean => state !== 'failed';

/** Returns the sum of an amount over refunds. */
export function total(refunds: readonly StoredRefund[], of: (refund: StoredRefund) => number): number {
  return refunds.reduce((sum, refund) => sum + of(refund), 0);
}

/** Do the refunds of an order stay within it, and is no other order than a completed one refunded? */
const refundedOrders: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const wrong = (detail: string): void => void findings.push({ kind: 'refunded-wrongly', detail });
  const byOrder = Map.groupBy(snapshot.refunds, ({ order_id }) => order_id);
  for (const { id, status, amount_minor, grams } of snapshot.orders) {
    const all = byOrder.get(id) ?? [];
    const alive = all.filter(isAlive);
    if (total(alive, ({ order_minor }) => order_minor) > amount_minor)
      wrong(`${id}: more refunded than it cost`);
    if (total(alive, (one) => one.grams) > grams) wrong(`${id}: more grams refunded than it has`);
    if (status !== 'completed' && all.some(({ order_minor }) => order_minor > 0))
      wrong(`${id} is ${status} and was refunded`);
  }
  return findings;
};

/** Do an order's sums equal those of its refunds? */
const refundSums: Check = ({ snapshot }) => {
  const byState = Map.groupBy(snapshot.refunds, ({ order_id, state }) => `${order_id} ${state}`);
  return snapshot.orders.flatMap(({ id, refunded_minor, refund_pending_minor }): Finding[] => {
    const sums = { completed: refunded_minor, pending: refund_pending_minor };
    return Object.entries(sums).flatMap(([state, sum]): Finding[] => {
      const counted = total(byState.get(`${id} ${state}`) ?? [], ({ order_minor }) => order_minor);
      if (counted === sum) return [];
      return [{ kind: 'refund-adrift', detail: `${id}: ${sum} ${state}, counted ${counted}` }];
    });
  });
};

/** Returns the transactions of each refund, by its id. */
const bookedTransactions = ({ transactions }: Snapshot): Map<string, StoredTransaction[]> =>
  Map.groupBy(
    transactions.filter(({ refund_id }) => refund_id !== null),
    ({ refund_id }) => refund_id ?? '',
  );

/** Do the transactions of a refund come to its amount once it is completed, and does none name an unknown refund? */
const refundTransactions: Check = ({ snapshot }) => {
  const findings: Finding[] = [];
  const adrift = (detail: string): void => void findings.push({ kind: 'transaction-adrift', detail });
  const booked = bookedTransactions(snapshot);
  for (const { id, state, order_minor } of snapshot.refunds) {
    const sum = (booked.get(id) ?? []).reduce((of, { amount_minor }) => of + amount_minor, 0);
    if (sum !== (state === 'completed' ? -order_minor : 0)) adrift(`${id} is ${state}, ${sum} booked`);
  }
  const known = new Set(snapshot.refunds.map(({ id }) => id));
  for (const id of booked.keys()) if (!known.has(id)) adrift(`a refund ${id} that is not there`);
  return findings;
};

/** Does every completed refund of a mass state whether its credits were returned? */
const refundedCredits: Check = ({ snapshot }) => {
  const resold = ordersWithResoldCredits(snapshot);
  return snapshot.refunds
    .filter(({ state, grams, credits }) => state === 'completed' && grams > 0 && credits === 'none')
    .filter(({ order_id }) => !resold.has(order_id))
    .map(({ id }) => ({
      kind: 'refund-adrift',
      detail: `${id} is completed, and says nothing of its credits`,
    }));
};

/**
 * Returns the orders whose later refunds return no credits: a refund bounced that could not get its credits back, since
 * they were sold again. The same holds for a dispute that was won, which its transaction reversed, and lost once more.
 */
function ordersWithResoldCredits(snapshot: Snapshot): ReadonlySet<string> {
  const booked = bookedTransactions(snapshot);
  const hasBounced = ({ id, state }: StoredRefund): boolean =>
    state === 'failed' || (booked.get(id) ?? []).some(({ amount_minor }) => amount_minor > 0);
  return new Set(
    snapshot.refunds
      .filter((one) => one.credits === 'returned' && hasBounced(one))
      .map(({ order_id }) => order_id),
  );
}

/** Do the refunds of an order stay within it, and do its sums and transactions match its refunds? */
export const refunds: Check = allOf(refundedOrders, refundSums, refundTransactions, refundedCredits);
