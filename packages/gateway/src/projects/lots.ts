import { type Kysely, sql } from 'kysely';
import { allEnded } from '../store/all-ended.ts';
import type { Engine } from '../store/engine.ts';
import { insertRows } from '../store/insert-rows.ts';
import { isOneOf } from '../store/is-one-of.ts';
import { prepared } from '../store/prepared.ts';
import type { OrderRow, Schema } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/** A lot of credits, and how many grams of it are neither reserved nor allocated. */
export interface LotStock {
  readonly id: string;
  readonly project: string;
  readonly free: number;
  /** Grams that are not allocated: free, or reserved by orders that may still fail. */
  readonly unsold: number;
}

/** Grams of one lot for one order. */
export interface LotPart {
  readonly lot: string;
  readonly grams: number;
}

/** Reads every lot, in the order in which lots are used up. */
export async function readLots(tx: Tx | Kysely<Schema>): Promise<LotStock[]> {
  const build = () =>
    tx
      .selectFrom('credit_lots')
      .select(['id', 'project', sql<number>`grams_total - grams_allocated`.as('unsold')])
      .select(sql<number>`grams_total - grams_reserved - grams_allocated`.as('free'))
      .orderBy('id')
      .compile();
  return prepared(tx, 'what is left of lots', build, []);
}

/** The credits that were chosen went to others before they were taken; choose again. */
export class CreditsTakenError extends Error {
  override readonly name = 'CreditsTakenError';
  readonly code = 'credits_taken';
}

const INTO = { into: 'allocations', columns: ['merchant_id', 'order_id', 'lot', 'grams'] } as const;

/** An order, and the grams of each lot that were chosen for it. */
export interface Chosen extends Pick<OrderRow, 'id' | 'merchant_id'> {
  readonly parts: readonly LotPart[];
}

/**
 * Reserves the credits that were chosen for some orders. It locks the lots until the transaction ends, so that it
 * comes last: buyers wait for each other only as long as it takes to commit.
 * @throws CreditsTakenError where others were faster.
 */
export async function reserveCredits(tx: Tx, orders: readonly Chosen[]): Promise<void> {
  const rows = orders.flatMap(({ id, merchant_id, parts }) =>
    parts.map(({ lot, grams }) => ({ merchant_id, order_id: id, lot, grams })),
  );
  const sums = new Map<string, number>();
  for (const { lot, grams } of rows) sums.set(lot, (sums.get(lot) ?? 0) + grams);
  // Nobody else waits for the rows of these orders: they go along with the first lot.
  await allEnded(insertRows(tx, INTO, rows), takeLots(tx, sums));
}

async function takeLots(tx: Tx, sums: ReadonlyMap<string, number>): Promise<void> {
  // Sent together, in this order: the database takes them one after the other, in one round trip.
  const lots = inLockOrder([...sums]);
  const taken = await allEnded(...lots.map(([lot, sum]) => take(tx, lot, sum)));
  const short = lots.find((_, at) => !taken[at]);
  if (short) throw new CreditsTakenError(`lot ${short[0]} has not enough left`);
}

/** Always in this order, so that two transactions never wait for each other crosswise. */
export function inLockOrder<T>(
  lots: readonly (readonly [lot: string, rest: T])[],
): (readonly [lot: string, rest: T])[] {
  return lots.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

async function take(tx: Tx, lot: string, mass: number): Promise<boolean> {
  const build = () =>
    tx
      .updateTable('credit_lots')
      .set({ grams_reserved: sql`grams_reserved + ${mass}` })
      .where('id', '=', lot)
      .where(sql<boolean>`grams_reserved + grams_allocated + ${mass} <= grams_total`)
      .returning('id')
      .compile();
  const taken = await prepared(tx, 'take from lot', build, [mass, lot, mass]);
  return taken.length === 1;
}

/** Returns the credits of a failed order to the stock. */
export async function releaseCredits(tx: Tx, order: Pick<OrderRow, 'id' | 'merchant_id'>): Promise<void> {
  const parts = await tx
    .deleteFrom('allocations')
    .where('merchant_id', '=', order.merchant_id)
    .where('order_id', '=', order.id)
    .returning(['lot', 'grams'])
    .execute();
  for (const [lot, grams] of inLockOrder(parts.map((part) => [part.lot, part.grams] as const))) {
    await tx
      .updateTable('credit_lots')
      .set({ grams_reserved: sql`grams_reserved - ${grams}` })
      .where('id', '=', lot)
      .execute();
  }
}

/**
 * Allocates the reserved credits of paid orders. A registry retires them later, in a batch.
 * @returns what moves them within their lots: it locks those until the transaction ends, so that it comes last.
 */
export async function allocateReserved(
  tx: Tx,
  engine: Engine,
  orders: readonly Pick<OrderRow, 'id' | 'merchant_id'>[],
  at: number,
): Promise<() => Promise<void>> {
  const merchants = [...new Set(orders.map(({ merchant_id }) => merchant_id))];
  const ids = orders.map(({ id }) => id);
  const ofMerchants = isOneOf(engine, 'merchant_id', merchants);
  const ofOrders = isOneOf(engine, 'order_id', ids);
  const build = () =>
    tx
      .updateTable('allocations')
      .set({ allocated_at: at })
      .where(ofMerchants)
      .where(ofOrders)
      .returning(['lot', 'grams'])
      .compile();
  const parameters = [at, ...ofMerchants.compile(tx).parameters, ...ofOrders.compile(tx).parameters];
  const parts = await prepared(tx, 'allocate to orders', build, parameters);
  const sums = new Map<string, number>();
  for (const { lot, grams } of parts) sums.set(lot, (sums.get(lot) ?? 0) + grams);
  return async () => {
    await allEnded(...inLockOrder([...sums]).map(([lot, grams]) => allocate(tx, lot, grams)));
  };
}

/** Moves reserved grams of a lot to its allocated ones. */
async function allocate(tx: Tx, lot: string, grams: number): Promise<void> {
  const build = () =>
    tx
      .updateTable('credit_lots')
      .set({
        grams_reserved: sql`grams_reserved - ${grams}`,
        grams_allocated: sql`grams_allocated + ${grams}`,
      })
      .where('id', '=', lot)
      .compile();
  await prepared(tx, 'allocate from lot', build, [grams, grams, lot]);
}
