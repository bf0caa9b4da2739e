import { allOf } from './all-of.ts';
import type { Check, FinalList, Finding } from './facts.ts';
import type { StoredOrder, StoredTotal } from './stored.ts';

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

/** Do the stored totals equal a count of the orders? */
const storedTotals: Check = ({ snapshot }) => {
  const cells = ordersByCell(snapshot.orders);
  const kept = Map.groupBy(snapshot.totals, (row) =>
    cellKey([row.merchant_id, row.user, row.tax_id, row.status]),
  );
  return [...new Set([...cells.keys(), ...kept.keys()])].flatMap((key): Finding[] => {
    const counted = count(cells.get(key) ?? []);
    const { orders, paid, users } = add(kept.get(key) ?? []);
    // A row of one user counts no users.
    const isOfOneUser = JSON.parse(key)[1] !== '';
    const hasAllUsers = isOfOneUser || users === counted.users;
    if (orders === counted.orders && paid === counted.paid && hasAllUsers) return [];
    return [
      {
        kind: 'wrong-totals',
        detail: `${key}: kept ${orders} orders, ${paid} paise, ${users} users; counted ${JSON.stringify(counted)}`,
      },
    ];
  });
};

/** Returns the key of the totals of a merchant, a user, a tax id and a status; each of the last three '' for all. */
const cellKey = (parts: readonly [merchant: string, user: string, taxId: string, status: string]): string =>
  JSON.stringify(parts);

/** Returns the orders that each row of the totals counts. */
function ordersByCell(orders: readonly StoredOrder[]): ReadonlyMap<string, readonly StoredOrder[]> {
  const cells = orders.flatMap((order) => cellsOf(order).map((key) => ({ key, order })));
  return new Map(
    [...Map.groupBy(cells, ({ key }) => key)].map(([key, own]) => [key, own.map(({ order }) => order)]),
  );
}

/** Returns the key of every row of the totals that counts an order. */
function cellsOf(order: StoredOrder): string[] {
  const user = userOf(order);
  const users = user === undefined ? [''] : ['', user];
  const taxIds = order.user_tax_id === null ? [''] : ['', `=${order.user_tax_id}`];
  return users.flatMap((user) =>
    taxIds.flatMap((taxId) =>
      ['', order.status].map((status) => cellKey([order.merchant_id, user, taxId, status])),
    ),
  );
}

/** Returns the sums over rows of the totals. */
function add(rows: readonly StoredTotal[]): Counted {
  return rows.reduce(
    (sum, row) => ({
      orders: sum.orders + row.orders,
      paid: sum.paid + row.paid_inr_minor,
      users: sum.users + row.users,
    }),
    { orders: 0, paid: 0, users: 0 },
  );
}

/** Do the orders and the totals that the list returned equal the stored orders and a count of them? */
const listedTotals: Check = ({ journal, snapshot }) => {
  const byMerchant = Map.groupBy(snapshot.orders, ({ merchant_id }) => merchant_id);
  return journal.lists
    .filter((list) => !isListOf(list, byMerchant.get(list.merchant) ?? []))
    .map(({ merchant }) => ({ kind: 'wrong-list', detail: `the list of ${merchant} is not its orders` }));
};

function isListOf(list: FinalList, orders: readonly StoredOrder[]): boolean {
  const counted = count(orders);
  const ids = new Set(list.orderIds);
  return (
    list.totalRecords === counted.orders &&
    list.totalOrders === counted.orders &&
    list.totalUsers === counted.users &&
    Math.round(list.totalAmountPaid * 100) === counted.paid &&
    list.orderIds.length === counted.orders &&
    orders.every(({ id }) => ids.has(id))
  );
}

/** Do the stored totals, and those that the list returned, equal a count of the orders? */
export const totals: Check = allOf(storedTotals, listedTotals);
