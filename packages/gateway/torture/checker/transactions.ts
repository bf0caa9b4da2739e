import { allOf } from './all-of.ts';
import type { Check, Finding, ObservedTransaction } from './facts.ts';
import type { Snapshot, StoredTransaction } from './stored.ts';

/** Returns the transactions of purchases, those of refunds apart. */
const purchasesOf = ({ transactions }: Snapshot): StoredTransaction[] =>
  transactions.filter(({ refund_id }) => refund_id === null);

/** Does every completed order have one transaction? */
const purchasesOnce: Check = ({ snapshot }) => {
  const byOrder = Map.groupBy(purchasesOf(snapshot), ({ order_id }) => order_id);
  return snapshot.orders.flatMap(({ id, status }): Finding[] => {
    const count = byOrder.get(id)?.length ?? 0;
    if (count > 1) return [{ kind: 'transaction-doubled', detail: id }];
    return status === 'completed' && count === 0 ? [{ kind: 'transaction-missing', detail: id }] : [];
  });
};

/** Is every transaction over the price and the grams of a completed order of its merchant? */
const purchases: Check = ({ snapshot }) => {
  const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
  return purchasesOf(snapshot).flatMap((one): Finding[] => {
    const order = orders.get(one.order_id);
    const isItsPurchase =
      order?.status === 'completed' &&
      order.merchant_id === one.merchant_id &&
      order.amount_minor === one.amount_minor &&
      order.grams === one.grams;
    return isItsPurchase ? [] : [{ kind: 'transaction-adrift', detail: `${one.id} of ${one.order_id}` }];
  });
};

/** Was every transaction shown with the figures that are stored? */
const shownTransactions: Check = ({ journal, snapshot }) => {
  const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
  const stored = new Map(snapshot.transactions.map((one) => [one.id, one]));
  return journal.transactions.flatMap((seen): Finding[] => {
    const one = stored.get(seen.id);
    if (one && isShownAs(seen, one, orders.get(one.order_id)?.product)) return [];
    return [
      { kind: 'transaction-adrift', detail: `${seen.id} was shown with other figures than are stored` },
    ];
  });
};

/** Whether the figures are those of the stored transaction, and its tonnes are those of its order's product alone. */
function isShownAs(
  { amount, carbonCredits, aviationFuel = 0 }: ObservedTransaction,
  { amount_minor, grams }: StoredTransaction,
  product: string | undefined,
): boolean {
  const [own, other] =
    product === 'aviation_fuel' ? [aviationFuel, carbonCredits] : [carbonCredits, aviationFuel];
  return amount_minor === Math.round(amount * 100) && grams === Math.round(own * 1e6) && other === 0;
}

/** Does every completed order have one transaction over its price, and no other order any? */
export const transactions: Check = allOf(purchasesOnce, purchases, shownTransactions);
