import type { Check, Finding } from './facts.ts';
import type { StoredOrder } from './stored.ts';

/** Returns the user as the list identifies them: by e-mail address, else tax id, else name. */
function userOf({ email_key, user_tax_id, user_name }: StoredOrder): string | undefined {
  if (email_key !== null) return `e:${email_key}`;
  if (user_tax_id !== null) return `t:${user_tax_id}`;
  return user_name === null ? undefined : `n:${user_name}`;
}

interface Counted {
  readonly orders: number;
  readonly paid: number;
  readonly users: number;
}

function count(orders: readonly StoredOrder[]): Counted {
  const completed = orders.filter(({ status }) => status === 'completed');
  return {
    orders: orders.length,
    paid: completed.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    users: new Set(orders.flatMap((order) => userOf(order) ?? [])).size,
  };
}

/** Do the stored totals, and those that the list returned, equal a count of the orders? */
export const totals: Check = ({ journal, snapshot }) => {
  const findings: Finding[] = [];
  const cells = new Map<string, StoredOrder[]>();
  for (const order of snapshot.orders) {
    const user = userOf(order);
    const users = user === undefined ? [''] : ['', user];
    const taxes = order.user_tax_id === null ? [''] : ['', `=${order.user_tax_id}`];
    for (const user of users)
      for (const tax of taxes)
        for (const status of ['', order.status]) {
          const key = JSON.stringify([order.merchant_id, user, tax, status]);
          const cell = cells.get(key);
          if (cell) cell.push(order);
          else cells.set(key, [order]);
        }
  }
  const kept = Map.groupBy(snapshot.totals, (row) =>
    JSON.stringify([row.merchant_id, row.user, row.tax_id, row.status]),
  );
  for (const key of new Set([...cells.keys(), ...kept.keys()])) {
    const counted = count(cells.get(key) ?? []);
    const rows = kept.get(key) ?? [];
    const orders = rows.reduce((sum, row) => sum + row.orders, 0);
    const paid = rows.reduce((sum, row) => sum + row.paid_inr_minor, 0);
    const users = rows.reduce((sum, row) => sum + row.users, 0);
    // A row of one user counts no users.
    const usersFit = JSON.parse(key)[1] !== '' || users === counted.users;
    if (orders !== counted.orders || paid !== counted.paid || !usersFit)
      findings.push({
        kind: 'wrong-totals',
        detail: `${key}: kept ${orders} orders, ${paid} paise, ${users} users; counted ${JSON.stringify(counted)}`,
      });
  }
  const byMerchant = Map.groupBy(snapshot.orders, ({ merchant_id }) => merchant_id);
  for (const list of journal.lists) {
    const orders = byMerchant.get(list.merchant) ?? [];
    const counted = count(orders);
    const ids = new Set(list.orderIds);
    const fits =
      list.totalRecords === counted.orders &&
      list.totalOrders === counted.orders &&
      list.totalUsers === counted.users &&
      Math.round(list.totalAmountPaid * 100) === counted.paid &&
      list.orderIds.length === counted.orders &&
      orders.every(({ id }) => ids.has(id));
    if (!fits)
      findings.push({ kind: 'wrong-list', detail: `the list of ${list.merchant} is not its orders` });
  }
  return findings;
};
