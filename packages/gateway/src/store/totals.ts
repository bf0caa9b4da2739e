import type { OrderState } from '@flight-offset/core';
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

/**
 * Counts new orders, in two parts.
 * @returns the second one, to be sent along with other statements.
 */
export async function startCounting(
  tx: Tx,
  engine: Engine,
  orders: readonly CountedOrder[],
): Promise<() => Promise<void>> {
  return countMoves(
    tx,
    engine,
    orders.map((order) => ({ order, into: order.status })),
  );
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
  return countMoves(
    tx,
    engine,
    orders.map((order) => ({ order, outOf: 'pending', into: order.status })),
  );
}

/** Counts settled orders under other columns than before: the user they were for is erased. */
export async function countAnew(
  tx: Tx,
  engine: Engine,
  orders: readonly { readonly before: CountedOrder; readonly after: CountedOrder }[],
): Promise<void> {
  const moves = orders.flatMap(({ before, after }) => [
    { order: before, outOf: before.status },
    { order: after, into: after.status },
  ]);
  await (await countMoves(tx, engine, moves))();
}

/** Grams of carbon credits: certificates of fuel are never added to them. */
function creditsOf({ product, grams }: CountedOrder): number {
  return product === 'carbon_credits' ? grams : 0;
}

/** The states that an order leaves and enters. */
interface Move {
  readonly order: CountedOrder;
  readonly outOf?: OrderState;
  readonly into?: OrderState;
}

const STATES = ['pending', 'completed', 'failed'] as const satisfies readonly OrderState[];

type OrderCount = `${OrderState}_orders`;
const ORDER_COUNTS = STATES.map((state) => `${state}_orders` as const);

type Count = OrderCount | `${OrderState}_${'users' | 'grams'}` | 'paid_inr_minor' | 'users';
const COUNTS: readonly Count[] = [
  ...ORDER_COUNTS,
  'paid_inr_minor',
  'users',
  ...STATES.map((state) => `${state}_users` as const),
  ...STATES.map((state) => `${state}_grams` as const),
];

/** One row of `order_totals` or `order_users`: its key, and by how much its counts change. */
interface Cell<C extends Count> {
  readonly key: readonly string[];
  readonly by: Record<C, number>;
}

/** Sums by key. Given in one order always, so that two transactions never wait for each other crosswise. */
class Cells<C extends Count> {
  readonly #cells = new Map<string, Cell<C>>();
  readonly #counts: readonly C[];

  constructor(counts: readonly C[]) {
    this.#counts = counts;
  }

  /** By how much the counts of one row change. */
  at(...key: readonly string[]): Record<C, number> {
    // No text of a request holds NUL.
    const name = key.join('\0');
    let cell = this.#cells.get(name);
    if (!cell) {
      cell = { key, by: Object.fromEntries(this.#counts.map((count) => [count, 0])) as Record<C, number> };
      this.#cells.set(name, cell);
    }
    return cell.by;
  }

  inOrder(): Cell<C>[] {
    return [...this.#cells].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
  }
}

const adding = (table: string, counts: readonly Count[]): string =>
  counts.map((count) => `${count} = ${table}.${count} + excluded.${count}`).join(', ');

const TOTALS = {
  into: 'order_totals',
  columns: ['merchant_id', 'email', 'tax_id', 'shard', ...COUNTS],
  ending: `on conflict (merchant_id, email, tax_id, shard) do update set ${adding('order_totals', COUNTS)}`,
} as const;

/** Counts users. @returns what applies the changes to every other cell. */
async function countMoves(tx: Tx, engine: Engine, moves: readonly Move[]): Promise<() => Promise<void>> {
  const totals = new Cells(COUNTS);
  for (const { order, outOf, into } of moves) {
    const email = cellKey(order.email_key);
    for (const cellEmail of email === ANY ? [ANY] : [ANY, email]) {
      for (const tax of taxesOf(order)) {
        const by = totals.at(order.merchant_id, cellEmail, tax);
        if (outOf) count(by, order, outOf, -1);
        if (into) count(by, order, into, 1);
      }
    }
  }
  for (const { key, by } of await moveUsers(tx, moves)) {
    const [merchant = '', tax = ''] = key;
    // Orders of one e-mail address are those of one user: nobody to tell apart.
    const cell = totals.at(merchant, ANY, tax);
    for (const name of USER_COUNTS) cell[name] += by[name];
  }
  const shard = Math.floor(Math.random() * SHARDS[engine]);
  // What an order leaves and enters again stays as it is, and unlocked: every order of a merchant counts there.
  const changed = totals.inOrder().filter(({ by }) => COUNTS.some((name) => by[name] !== 0));
  const rows = changed.map(({ key, by }) => {
    const [merchant_id = '', email = '', tax_id = ''] = key;
    // Orders of one e-mail address wait for each other at their user already: several rows would only take room.
    return { merchant_id, email, tax_id, shard: email === ANY ? shard : 0, ...by };
  });
  return async () => {
    await insertRows(tx, TOTALS, rows);
  };
}

function count(by: Record<Count, number>, order: CountedOrder, state: OrderState, times: 1 | -1): void {
  by[`${state}_orders`] += times;
  by[`${state}_grams`] += times * creditsOf(order);
  if (state === 'completed') by.paid_inr_minor += times * order.inr_minor;
}

function taxesOf(order: CountedOrder): string[] {
  const tax = cellKey(order.user_tax_id);
  return tax === ANY ? [ANY] : [ANY, tax];
}

const USERS = {
  into: 'order_users',
  columns: ['merchant_id', 'tax_id', 'user_key', ...ORDER_COUNTS],
  ending: `on conflict (merchant_id, tax_id, user_key) do update set ${adding('order_users', ORDER_COUNTS)}
    returning merchant_id, tax_id, user_key, ${ORDER_COUNTS.join(', ')}`,
} as const;

type UserRow = Record<'merchant_id' | 'tax_id' | 'user_key', string> & Record<OrderCount, number>;

type UserCount = `${OrderState}_users` | 'users';
const USER_COUNTS: readonly UserCount[] = ['users', ...STATES.map((state) => `${state}_users` as const)];

/** Counts the orders of users. @returns by how many users the cells change, by merchant and tax id. */
async function moveUsers(tx: Tx, moves: readonly Move[]): Promise<Cell<UserCount>[]> {
  const counted = new Cells(ORDER_COUNTS);
  for (const { order, outOf, into } of moves) {
    const user = userKey(order);
    if (user === null) continue;
    for (const tax of taxesOf(order)) {
      const by = counted.at(order.merchant_id, tax, user);
      if (outOf) by[`${outOf}_orders`] -= 1;
      if (into) by[`${into}_orders`] += 1;
    }
  }
  const rows = counted.inOrder().map(({ key, by }) => {
    const [merchant_id = '', tax_id = '', user_key = ''] = key;
    return { merchant_id, tax_id, user_key, ...by };
  });
  const moved = new Cells(USER_COUNTS);
  for (const row of await insertRows<UserRow>(tx, USERS, rows)) {
    const by = counted.at(row.merchant_id, row.tax_id, row.user_key);
    const cell = moved.at(row.merchant_id, row.tax_id);
    // The first orders of a user, or the last ones gone.
    for (const state of STATES) {
      const now = row[`${state}_orders`];
      cell[`${state}_users`] += Number(now > 0) - Number(now - by[`${state}_orders`] > 0);
    }
    const now = sumOf(row);
    cell.users += Number(now > 0) - Number(now - sumOf(by) > 0);
  }
  return moved.inOrder();
}

function sumOf(counts: Record<OrderCount, number>): number {
  return ORDER_COUNTS.reduce((sum, name) => sum + counts[name], 0);
}
