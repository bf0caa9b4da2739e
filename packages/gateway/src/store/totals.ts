import { sql } from 'kysely';
import type { Engine } from './engine.ts';
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
  await add(tx, engine, order, order.status, 1, 0);
  await add(tx, engine, order, ANY, 1, 0);
}

/** Moves an order, which was pending, to the state it now has. */
export async function recountSettled(tx: Tx, engine: Engine, order: CountedOrder): Promise<void> {
  const paid = order.status === 'completed' ? order.amount_paise : 0;
  await add(tx, engine, order, 'pending', -1, 0);
  await add(tx, engine, order, order.status, 1, paid);
  if (paid > 0) await add(tx, engine, order, ANY, 0, paid);
}

/** Takes an order out of every cell: the user it was for is about to be erased or changed. */
export async function uncountOrder(tx: Tx, engine: Engine, order: CountedOrder): Promise<void> {
  const paid = order.status === 'completed' ? order.amount_paise : 0;
  await add(tx, engine, order, order.status, -1, -paid);
  await add(tx, engine, order, ANY, -1, -paid);
}

/** Counts an order in the state it has, paid or not. */
export async function countSettled(tx: Tx, engine: Engine, order: CountedOrder): Promise<void> {
  const paid = order.status === 'completed' ? order.amount_paise : 0;
  await add(tx, engine, order, order.status, 1, paid);
  await add(tx, engine, order, ANY, 1, paid);
}

async function add(
  tx: Tx,
  engine: Engine,
  order: CountedOrder,
  status: string,
  orders: -1 | 0 | 1,
  paid: number,
): Promise<void> {
  const email = cellKey(order.email_key);
  const tax = cellKey(order.user_tax_id);
  // Always in this order, so that two transactions never wait for each other crosswise.
  const cells = new Map([[`${ANY} ${ANY}`, [ANY, ANY]]]);
  cells
    .set(`${ANY} ${tax}`, [ANY, tax])
    .set(`${email} ${ANY}`, [email, ANY])
    .set(`${email} ${tax}`, [email, tax]);
  const shard = Math.floor(Math.random() * SHARDS[engine]);
  for (const [cellEmail = ANY, cellTax = ANY] of cells.values()) {
    // Orders of one e-mail address are those of one user: nobody to tell apart.
    const users = cellEmail === ANY && orders !== 0 ? await moveUser(tx, order, cellTax, status, orders) : 0;
    await tx
      .insertInto('order_totals')
      .values({
        merchant_id: order.merchant_id,
        email: cellEmail,
        tax_id: cellTax,
        status,
        shard,
        orders,
        paid_paise: paid,
        users,
      })
      .onConflict((conflict) =>
        conflict.columns(['merchant_id', 'email', 'tax_id', 'status', 'shard']).doUpdateSet({
          orders: sql`order_totals.orders + excluded.orders`,
          paid_paise: sql`order_totals.paid_paise + excluded.paid_paise`,
          users: sql`order_totals.users + excluded.users`,
        }),
      )
      .execute();
  }
}

/** @returns by how much the number of different users of the cell changes. */
async function moveUser(
  tx: Tx,
  order: CountedOrder,
  taxId: string,
  status: string,
  by: -1 | 1,
): Promise<number> {
  const user_key = userKey(order);
  if (user_key === null) return 0;
  const { orders } = await tx
    .insertInto('order_users')
    .values({ merchant_id: order.merchant_id, tax_id: taxId, status, user_key, orders: by })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'tax_id', 'status', 'user_key'])
        .doUpdateSet({ orders: sql`order_users.orders + excluded.orders` }),
    )
    .returning('orders')
    .executeTakeFirstOrThrow();
  if (by === 1) return orders === 1 ? 1 : 0;
  return orders === 0 ? -1 : 0;
}
