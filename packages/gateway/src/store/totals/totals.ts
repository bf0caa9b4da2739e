import type { OrderState } from '@flight-offset/core';
import type { Database, Engine } from '../engine.ts';
import { mayBeDistributed } from '../is-distributed.ts';
import type { OrderRow } from '../schema.ts';
import { insertRows, type Row } from '../sql/insert-rows.ts';
import type { Tx } from '../transaction.ts';
import { countInOneStatement } from './count-in-one-statement.ts';
import {
  COUNTS,
  type Count,
  ORDER_COUNTS,
  type OrderCount,
  PER_STATE,
  type PerState,
  STATES,
  TOTALS,
  USERS,
} from './counts.ts';

/** The columns of a new order by which it is counted. */
export type NewOrder = Pick<OrderRow, 'merchant_id' | 'email_key' | 'user_tax_id' | 'user_name'>;

/** The columns of an order by which it is counted. */
export type CountedOrder = NewOrder & Pick<OrderRow, 'status' | 'inr_minor'>;

/** Rows a cell is spread over, so that creates of one merchant do not wait for each other. */
const SHARDS: Record<Engine, number> = { sqlite: 1, postgres: 8 };

/** '' stands for any tax id; a specific one is written with '=' before it. */
export const ANY = '';

/** Returns a tax id in the form that rows of totals and users hold. */
export function taxKey(taxId: string | null | undefined): string {
  return taxId === null || taxId === undefined ? ANY : `=${taxId}`;
}

/** Returns the key of the user with an e-mail address in lower case: exactly the orders with the address are theirs. */
export function emailUser(emailKey: string): string {
  return `e:${emailKey}`;
}

/** Returns the key by which users are counted: e-mail address, tax id or name, in this order; null without any. */
export function userKey(order: Omit<NewOrder, 'merchant_id'>): string | null {
  if (order.email_key !== null) return emailUser(order.email_key);
  if (order.user_tax_id !== null) return `t:${order.user_tax_id}`;
  return order.user_name === null ? null : `n:${order.user_name}`;
}

/**
 * Counts new orders, which are pending, in two steps. Their price is not counted yet.
 * @returns the second step, to be sent along with other statements.
 */
export async function startCounting(
  tx: Tx,
  db: Database,
  orders: readonly NewOrder[],
): Promise<() => Promise<void>> {
  return countMoves(
    tx,
    db,
    orders.map((order) => ({ order, inr_minor: 0, into: 'pending' })),
  );
}

/** Moves orders from the count of pending ones to that of their new state. */
export async function recountSettled(tx: Tx, db: Database, orders: readonly CountedOrder[]): Promise<void> {
  await (await startRecounting(tx, db, orders))();
}

/**
 * As {@link recountSettled}, in two steps.
 * @returns the second step, to be sent along with other statements.
 */
export async function startRecounting(
  tx: Tx,
  db: Database,
  orders: readonly CountedOrder[],
): Promise<() => Promise<void>> {
  return countMoves(
    tx,
    db,
    orders.map((order) => ({ order, inr_minor: order.inr_minor, outOf: 'pending', into: order.status })),
  );
}

/** Counts settled orders under other columns, once their user has been erased. */
export async function recountErased(
  tx: Tx,
  db: Database,
  orders: readonly { readonly before: CountedOrder; readonly after: CountedOrder }[],
): Promise<void> {
  const moves = orders.flatMap(({ before, after }) => [
    { order: before, inr_minor: before.inr_minor, outOf: before.status },
    { order: after, inr_minor: after.inr_minor, into: after.status },
  ]);
  await (await countMoves(tx, db, moves))();
}

/** The states that an order leaves and enters. */
interface Move {
  readonly order: NewOrder;
  /** Its price, counted once it is completed, in paise. */
  readonly inr_minor: number;
  readonly outOf?: OrderState;
  readonly into?: OrderState;
}

/** One row of `order_totals` or `order_users`: its key, and by how much its counts change. */
interface Cell<C extends Count> {
  readonly key: readonly string[];
  readonly by: Record<C, number>;
}

/** Sums by key. Always returned in the same order, so that two transactions never deadlock. */
class Cells<C extends Count> {
  readonly #cells = new Map<string, Cell<C>>();
  readonly #none: Readonly<Record<C, number>>;

  constructor(counts: readonly C[]) {
    this.#none = Object.fromEntries(counts.map((count) => [count, 0])) as Record<C, number>;
  }

  /** By how much the counts of one row change. */
  at(...key: readonly string[]): Record<C, number> {
    // No text of a request holds NUL.
    const name = key.join('\0');
    let cell = this.#cells.get(name);
    if (!cell) {
      cell = { key, by: { ...this.#none } };
      this.#cells.set(name, cell);
    }
    return cell.by;
  }

  inOrder(): Cell<C>[] {
    return [...this.#cells].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
  }
}

const shards = new WeakMap<Tx, number>();

/**
 * Returns one shard for all counts of a transaction: rows that it counts again after locking credits are locked
 * already.
 */
function shardOf(tx: Tx, { engine }: Database): number {
  const shard = shards.get(tx) ?? Math.floor(Math.random() * SHARDS[engine]);
  shards.set(tx, shard);
  return shard;
}

/**
 * Counts users, and the changes of users in the totals.
 * @returns a function that writes the totals; on a single PostgreSQL, users and totals in one statement.
 */
async function countMoves(tx: Tx, db: Database, moves: readonly Move[]): Promise<() => Promise<void>> {
  const users = new Cells(ORDER_COUNTS);
  const totals = new Cells(COUNTS);
  for (const move of moves) {
    const { merchant_id } = move.order;
    const user = userKey(move.order);
    for (const tax of taxesOf(move.order)) {
      addMove(totals.at(merchant_id, tax), move);
      if (user !== null) addMove(users.at(merchant_id, tax, user), move);
    }
  }
  const shard = shardOf(tx, db);
  if (db.engine === 'postgres' && !mayBeDistributed(db))
    return () => countInOneStatement(tx, userRows(users), totalRows(totals, shard));
  await moveUsers(tx, users, totals);
  // A row whose counts stay the same is neither written nor locked: all orders of a merchant share it.
  const changed = totalRows(totals, shard).filter((row) => COUNTS.some((name) => row[name] !== 0));
  return async () => {
    await insertRows(tx, TOTALS, changed);
  };
}

function userRows(users: Cells<OrderCount>): Row[] {
  return users.inOrder().map(({ key, by }) => {
    const [merchant_id = '', tax_id = '', user_key = ''] = key;
    return { merchant_id, tax_id, user_key, ...by };
  });
}

function totalRows(totals: Cells<Count>, shard: number): Row[] {
  return totals.inOrder().map(({ key, by }) => {
    const [merchant_id = '', tax_id = ''] = key;
    return { merchant_id, tax_id, shard, ...by };
  });
}

/** Adds an order to the counts of a row, or takes it out of them. */
function addMove(by: Record<OrderCount, number>, { inr_minor, outOf, into }: Move): void {
  if (outOf) by[`${outOf}_orders`] -= 1;
  if (into) by[`${into}_orders`] += 1;
  by.paid_inr_minor += (Number(into === 'completed') - Number(outOf === 'completed')) * inr_minor;
}

function taxesOf(order: NewOrder): string[] {
  const tax = taxKey(order.user_tax_id);
  return tax === ANY ? [ANY] : [ANY, tax];
}

type UserRow = Record<'merchant_id' | 'tax_id' | 'user_key', string> & PerState;

/** Adds orders to the counts of users, and the users thereby added or removed to the totals. */
async function moveUsers(tx: Tx, users: Cells<OrderCount>, totals: Cells<Count>): Promise<void> {
  for (const row of await insertRows<UserRow>(tx, USERS, userRows(users))) {
    const by = users.at(row.merchant_id, row.tax_id, row.user_key);
    const cell = totals.at(row.merchant_id, row.tax_id);
    // A user's first order was added, or the last was removed.
    for (const state of STATES) {
      const now = row[`${state}_orders`];
      cell[`${state}_users`] += Number(now > 0) - Number(now - by[`${state}_orders`] > 0);
    }
    const now = sumOf(row);
    cell.users += Number(now > 0) - Number(now - sumOf(by) > 0);
  }
}

function sumOf(counts: PerState): number {
  return PER_STATE.reduce((sum, name) => sum + counts[name], 0);
}
