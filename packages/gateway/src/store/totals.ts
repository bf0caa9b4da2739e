import { sql } from 'kysely';
import type { Engine } from './engine.ts';
import { prepared } from './prepared.ts';
import type { OrderRow } from './schema.ts';
import type { Tx } from './transaction.ts';

/** The columns of an order by which it is counted. */
export type CountedOrder = Pick<
  OrderRow,
  'merchant_id' | 'email_key' | 'user_tax_id' | 'user_name' | 'status' | 'amount_paise'
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

/** Counts a new order. */
export async function countOrder(tx: Tx, engine: Engine, order: CountedOrder): Promise<void> {
  await apply(tx, engine, order, [
    { status: order.status, orders: 1, paid: 0 },
    { status: ANY, orders: 1, paid: 0 },
  ]);
}

/** Moves an order, which was pending, to the state it now has. */
export async function recountSettled(tx: Tx, engine: Engine, order: CountedOrder): Promise<void> {
  const paid = paidOf(order);
  await apply(tx, engine, order, [
    { status: 'pending', orders: -1, paid: 0 },
    { status: order.status, orders: 1, paid },
    ...(paid > 0 ? [{ status: ANY, orders: 0 as const, paid }] : []),
  ]);
}

/** Takes a settled order out of every cell: the user it was for is about to be erased. */
export async function uncountOrder(tx: Tx, engine: Engine, order: CountedOrder): Promise<void> {
  const paid = -paidOf(order);
  await apply(tx, engine, order, [
    { status: order.status, orders: -1, paid },
    { status: ANY, orders: -1, paid },
  ]);
}

/** Counts an order in the state it has, paid or not. */
export async function countSettled(tx: Tx, engine: Engine, order: CountedOrder): Promise<void> {
  const paid = paidOf(order);
  await apply(tx, engine, order, [
    { status: order.status, orders: 1, paid },
    { status: ANY, orders: 1, paid },
  ]);
}

function paidOf(order: CountedOrder): number {
  return order.status === 'completed' ? order.amount_paise : 0;
}

/** By how much the cells of one state change. */
interface Change {
  readonly status: string;
  readonly orders: -1 | 0 | 1;
  readonly paid: number;
}

/** Applies changes to every cell an order is counted in, with two statements. */
async function apply(tx: Tx, engine: Engine, order: CountedOrder, given: readonly Change[]): Promise<void> {
  const { merchant_id } = order;
  const email = cellKey(order.email_key);
  const tax = cellKey(order.user_tax_id);
  const taxes = tax === ANY ? [ANY] : [ANY, tax];
  // Always in this order, so that two transactions never wait for each other crosswise.
  const changes = given.toSorted((a, b) => (a.status < b.status ? -1 : 1));
  const users = await moveUsers(tx, order, taxes, changes);
  const shard = Math.floor(Math.random() * SHARDS[engine]);
  const rows = (email === ANY ? [ANY] : [ANY, email]).flatMap((cellEmail) =>
    taxes.flatMap((tax_id) =>
      changes.map(({ status, orders, paid }) => ({
        merchant_id,
        email: cellEmail,
        tax_id,
        status,
        shard,
        orders,
        paid_paise: paid,
        // Orders of one e-mail address are those of one user: nobody to tell apart.
        users: cellEmail === ANY ? (users.get(`${tax_id} ${status}`) ?? 0) : 0,
      })),
    ),
  );
  const build = () =>
    tx
      .insertInto('order_totals')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['merchant_id', 'email', 'tax_id', 'status', 'shard']).doUpdateSet({
          orders: sql`order_totals.orders + excluded.orders`,
          paid_paise: sql`order_totals.paid_paise + excluded.paid_paise`,
          users: sql`order_totals.users + excluded.users`,
        }),
      )
      .compile();
  await prepared(tx, `totals of ${rows.length}`, build, rows.flatMap(Object.values));
}

/** Counts the orders of the user. @returns by how much the number of different users of each cell changes. */
async function moveUsers(
  tx: Tx,
  order: CountedOrder,
  taxes: readonly string[],
  changes: readonly Change[],
): Promise<Map<string, number>> {
  const user_key = userKey(order);
  const moved = new Map<string, number>();
  const rows = taxes.flatMap((tax_id) =>
    changes.flatMap(({ status, orders }) =>
      orders === 0 || user_key === null
        ? []
        : [{ merchant_id: order.merchant_id, tax_id, status, user_key, orders }],
    ),
  );
  if (rows.length === 0) return moved;
  const build = () =>
    tx
      .insertInto('order_users')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'tax_id', 'status', 'user_key'])
          .doUpdateSet({ orders: sql`order_users.orders + excluded.orders` }),
      )
      .returning(['tax_id', 'status', 'orders'])
      .compile();
  const counts = await prepared(tx, `users of ${rows.length}`, build, rows.flatMap(Object.values));
  const by = new Map(changes.map(({ status, orders }) => [status, orders]));
  for (const { tax_id, status, orders } of counts) {
    // The first order of a user, or the last one gone.
    if (by.get(status) === 1 && orders === 1) moved.set(`${tax_id} ${status}`, 1);
    if (by.get(status) === -1 && orders === 0) moved.set(`${tax_id} ${status}`, -1);
  }
  return moved;
}
