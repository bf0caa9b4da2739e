import type { Engine } from './engine.ts';
import { insertRows } from './insert-rows.ts';
import type { OrderRow } from './schema.ts';
import type { Tx } from './transaction.ts';

/** The columns of an order by which it is counted. */
export type CountedOrder = Pick<
  OrderRow,
  'merchant_id' | 'email_key' | 'user_tax_id' | 'user_name' | 'status' | 'inr_minor' | 'grams' | 'product'
>;

/** Rows a cell is spread over, so that creates of one merchant do not wait for each other. */
const SHARDS: Record<Engine, number> = { sqlite: 1, postgres: 8 };

/** '' stands for any value; a value is written with '=' before it. */
export const ANY = '';

/** A value of a filter as cells carry it. */
export function cellKey(value: string | null | undefined): string {
  return value === null || value === undefined ? ANY : `=${value}`;
}

/** Who an order is for, as far as counting users goes: by e-mail, else tax id, else name. */
export function userKey(order: Pick<CountedOrder, 'email_key' | 'user_tax_id' | 'user_name'>): string | null {
  if (order.email_key !== null) return `e:${order.email_key}`;
  if (order.user_tax_id !== null) return `t:${order.user_tax_id}`;
  return order.user_name === null ? null : `n:${order.user_name}`;
}

/** Counts orders in the state each has: new ones, or ones that were taken out. */
export async function countOrders(tx: Tx, engine: Engine, orders: readonly CountedOrder[]): Promise<void> {
  await (await startCounting(tx, engine, orders))();
}

/**
 * As {@link countOrders}, in two parts.
 * @returns the second one, to be sent along with other statements.
 */
export async function startCounting(
  tx: Tx,
  engine: Engine,
  orders: readonly CountedOrder[],
): Promise<() => Promise<void>> {
  const moves = orders.map((order) => {
    const paid = paidOf(order);
    const changes = [
      { status: ANY, orders: 1, paid },
      { status: order.status, orders: 1, paid },
    ] as const;
    return { order, changes };
  });
  return countMoves(tx, engine, moves);
}

/** Moves orders, which were pending, to the state each now has. */
export async function recountSettled(tx: Tx, engine: Engine, orders: readonly CountedOrder[]): Promise<void> {
  await (await startRecounting(tx, engine, orders))();
}

/**
 * As {@link recountSettled}, in two parts.
 * @returns the second one, to be sent along with other statements.
 */
export async function startRecounting(
  tx: Tx,
  engine: Engine,
  orders: readonly CountedOrder[],
): Promise<() => Promise<void>> {
  const moves = orders.map((order) => {
    const paid = paidOf(order);
    const changes = [
      { status: 'pending', orders: -1, paid: 0 },
      { status: order.status, orders: 1, paid },
      ...(paid > 0 ? [{ status: ANY, orders: 0 as const, paid }] : []),
    ] as const;
    return { order, changes };
  });
  return countMoves(tx, engine, moves);
}

/** Takes a settled order out of every cell: the user it was for is about to be erased. */
export async function uncountOrder(tx: Tx, engine: Engine, order: CountedOrder): Promise<void> {
  const paid = -paidOf(order);
  const changes = [
    { status: order.status, orders: -1, paid },
    { status: ANY, orders: -1, paid },
  ] as const;
  await (await countMoves(tx, engine, [{ order, changes }]))();
}

/** Grams of carbon credits: certificates of fuel are never added to them. */
function creditsOf({ product, grams }: CountedOrder): number {
  return product === 'carbon_credits' ? grams : 0;
}

function paidOf(order: CountedOrder): number {
  return order.status === 'completed' ? order.inr_minor : 0;
}

/** By how much the cells of one state change. */
interface Change {
  readonly status: string;
  readonly orders: -1 | 0 | 1;
  readonly paid: number;
}

/** What happens to the cells an order is counted in. */
interface Move {
  readonly order: CountedOrder;
  readonly changes: readonly Change[];
}

/** One row of `order_totals` or `order_users`: its key, and by how much it changes. */
interface Cell {
  readonly key: readonly string[];
  orders: number;
  paid: number;
  users: number;
  grams: number;
}

/** Sums by key. Given in one order always, so that two transactions never wait for each other crosswise. */
class Cells {
  readonly #cells = new Map<string, Cell>();

  at(...key: readonly string[]): Cell {
    // No text of a request holds NUL.
    const name = key.join('\0');
    let cell = this.#cells.get(name);
    if (!cell) {
      cell = { key, orders: 0, paid: 0, users: 0, grams: 0 };
      this.#cells.set(name, cell);
    }
    return cell;
  }

  inOrder(): Cell[] {
    return [...this.#cells].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
  }
}

const TOTALS = {
  into: 'order_totals',
  columns: [
    'merchant_id',
    'email',
    'tax_id',
    'status',
    'shard',
    'orders',
    'paid_inr_minor',
    'users',
    'grams',
  ],
  ending: `on conflict (merchant_id, email, tax_id, status, shard) do update set
    orders = order_totals.orders + excluded.orders, paid_inr_minor = order_totals.paid_inr_minor + excluded.paid_inr_minor,
    users = order_totals.users + excluded.users, grams = order_totals.grams + excluded.grams`,
} as const;

/** Counts users. @returns what applies the changes to every other cell. */
async function countMoves(tx: Tx, engine: Engine, moves: readonly Move[]): Promise<() => Promise<void>> {
  const totals = new Cells();
  for (const { order, changes } of moves) {
    const email = cellKey(order.email_key);
    for (const cellEmail of email === ANY ? [ANY] : [ANY, email]) {
      for (const tax of taxesOf(order)) {
        for (const { status, orders, paid } of changes) {
          const cell = totals.at(order.merchant_id, cellEmail, tax, status);
          cell.orders += orders;
          cell.paid += paid;
          cell.grams += orders * creditsOf(order);
        }
      }
    }
  }
  for (const { key, users } of await moveUsers(tx, moves)) {
    const [merchant = '', tax = '', status = ''] = key;
    // Orders of one e-mail address are those of one user: nobody to tell apart.
    totals.at(merchant, ANY, tax, status).users += users;
  }
  const shard = Math.floor(Math.random() * SHARDS[engine]);
  const rows = totals.inOrder().map(({ key, orders, paid, users, grams }) => {
    const [merchant_id = '', email = '', tax_id = '', status = ''] = key;
    return { merchant_id, email, tax_id, status, shard, orders, paid_inr_minor: paid, users, grams };
  });
  return async () => {
    await insertRows(tx, TOTALS, rows);
  };
}

function taxesOf(order: CountedOrder): string[] {
  const tax = cellKey(order.user_tax_id);
  return tax === ANY ? [ANY] : [ANY, tax];
}

const USERS = {
  into: 'order_users',
  columns: ['merchant_id', 'tax_id', 'status', 'user_key', 'orders'],
  ending: `on conflict (merchant_id, tax_id, status, user_key) do update
    set orders = order_users.orders + excluded.orders returning merchant_id, tax_id, status, user_key, orders`,
} as const;

type UserRow = Record<'merchant_id' | 'tax_id' | 'status' | 'user_key', string> & { orders: number };

/** Counts the orders of users. @returns the cells, by merchant, tax id and state, whose users become more or fewer. */
async function moveUsers(tx: Tx, moves: readonly Move[]): Promise<Cell[]> {
  const counted = new Cells();
  for (const { order, changes } of moves) {
    const user = userKey(order);
    if (user === null) continue;
    for (const tax of taxesOf(order)) {
      for (const { status, orders } of changes) {
        if (orders !== 0) counted.at(order.merchant_id, tax, status, user).orders += orders;
      }
    }
  }
  const rows = counted.inOrder().map(({ key, orders }) => {
    const [merchant_id = '', tax_id = '', status = '', user_key = ''] = key;
    return { merchant_id, tax_id, status, user_key, orders };
  });
  const moved = new Cells();
  for (const { merchant_id, tax_id, status, user_key, orders } of await insertRows<UserRow>(
    tx,
    USERS,
    rows,
  )) {
    const before = orders - counted.at(merchant_id, tax_id, status, user_key).orders;
    // The first orders of a user, or the last ones gone.
    moved.at(merchant_id, tax_id, status).users += Number(orders > 0) - Number(before > 0);
  }
  return moved.inOrder();
}
