import { createHash, randomBytes } from 'node:crypto';
import { hashOrder, SALT_BYTES, type Sha256 } from '@flight-offset/core/retirement';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../store/engine.ts';
import { engineOf } from '../store/engine-of.ts';
import { SERIALIZATION_FAILURE } from '../store/error-code.ts';
import type { RetirementBatchRow, Schema } from '../store/schema.ts';
import { type Insert, insertRows } from '../store/sql/insert-rows.ts';
import { isOneOf } from '../store/sql/is-one-of.ts';
import { readingInOrder } from '../store/sql/read-in-order.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';

/** SHA-256 without a promise: a batch needs millions of hashes. */
export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

/** Allocations per transaction: other writers wait for one page, never for a whole batch. */
const PAGE = 500;

const COLUMNS = ['merchant_id', 'order_id', 'project', 'batch', 'hash', 'salt', 'grams'] as const;
/**
 * An order is one leaf of a batch. The leaf may exist already: after an interruption, a bounced refund that began
 * before the cutoff may have returned credits to an order whose page was taken. The hash does not depend on the grams.
 */
const LEAVES: Insert = {
  into: 'retirement_leaves',
  columns: COLUMNS,
  ending: `on conflict (merchant_id, order_id, batch) do update set grams = retirement_leaves.grams + excluded.grams
    returning order_id, grams`,
};

interface DueOrder {
  readonly merchant_id: string;
  readonly order_id: string;
  readonly grams: number;
}

/**
 * Takes orders that are due into an open batch, oldest first, until none is left or the next one is too large. Each
 * page is a transaction of its own, and an interrupted run continues where it stopped. Once an order is in a batch, its
 * credits cannot return to the stock.
 */
export async function collectDue(db: Database, batchId: string): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    after = await inTransaction(db, (tx) => readingInOrder(tx, () => collectPage(tx, batchId, from)));
  }
}

/** @returns the last order that was read, or undefined once the batch has all of its orders. */
async function collectPage(tx: Tx, batchId: string, after: string): Promise<string | undefined> {
  const batch = await lockBatch(tx, batchId);
  if (batch?.state !== 'open') return undefined;
  const due = await readNextDue(tx, batch, after);
  const taken = due.slice(0, countFitting(due, batch));
  if (taken.length > 0) await addToBatch(tx, batch, taken);
  const last = due.at(-1)?.order_id;
  if (taken.length === due.length && due.length > 0) return last;
  await tx.updateTable('retirement_batches').set({ state: 'collected' }).where('id', '=', batchId).execute();
  return undefined;
}

/** Counts how many of the orders fit, from the first. */
function countFitting(due: readonly DueOrder[], { capacity, grams }: RetirementBatchRow): number {
  let left = capacity - grams;
  const index = due.findIndex((order) => {
    left -= order.grams;
    return left < 0;
  });
  return index < 0 ? due.length : index;
}

/** Locks the batch, so that two processes never take orders at once. */
async function lockBatch(tx: Tx, id: string): Promise<RetirementBatchRow | undefined> {
  return tx
    .updateTable('retirement_batches')
    .set({ state: sql`state` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Whether an allocation is due in a batch: of its project, paid by its cutoff, and in none yet. */
function isDueIn({ project, cutoff }: RetirementBatchRow) {
  return (eb: ExpressionBuilder<Schema, 'allocations'>) =>
    eb.and([
      eb('batch', 'is', null),
      eb('allocated_at', 'is not', null),
      eb('allocated_at', '<=', cutoff),
      eb('lot', 'in', eb.selectFrom('credit_lots').select('id').where('project', '=', project)),
    ]);
}

/**
 * Reads the next due orders, whole. It reads along the index of due allocations: sorted by merchant and order, every
 * page would read every allocation there ever was.
 */
async function readNextDue(
  tx: Tx,
  batch: RetirementBatchRow,
  after: string,
  rows = PAGE + 1,
): Promise<DueOrder[]> {
  const found = await tx
    .selectFrom('allocations')
    .select(['merchant_id', 'order_id', 'grams'])
    .where(isDueIn(batch))
    .where('order_id', '>', after)
    .orderBy('order_id')
    .limit(rows)
    .execute();
  const orders = sumByOrder(found);
  if (found.length < rows) return orders;
  // The last order may have more rows than this read returned.
  return orders.length > 1 ? orders.slice(0, -1) : readNextDue(tx, batch, after, 2 * rows);
}

function sumByOrder(rows: readonly DueOrder[]): DueOrder[] {
  const sums = new Map<string, DueOrder>();
  for (const { merchant_id, order_id, grams } of rows) {
    sums.set(order_id, { merchant_id, order_id, grams: grams + (sums.get(order_id)?.grams ?? 0) });
  }
  return [...sums.values()];
}

/**
 * Marks the allocations that {@link readNextDue} counted, and adds leaves for those it marked: a refund may have come
 * first. Credits that an order got after the cutoff, from a bounced refund, were not counted, and are due in the next
 * batch.
 * @throws an error on which {@link inTransaction} repeats the page, if an order has got so many credits since it was
 * counted that the batch would exceed the retired grams.
 */
async function addToBatch(tx: Tx, batch: RetirementBatchRow, orders: readonly DueOrder[]): Promise<void> {
  const { id, project, capacity, grams: before } = batch;
  const marked = await tx
    .updateTable('allocations')
    .set({ batch: id })
    .where(
      isOneOf(
        engineOf(tx),
        'order_id',
        orders.map(({ order_id }) => order_id),
      ),
    )
    .where(isDueIn(batch))
    .returning(['merchant_id', 'order_id', 'grams'])
    .execute();
  const grams = marked.reduce((sum, allocation) => sum + allocation.grams, 0);
  if (before + grams > capacity)
    throw Object.assign(new Error('more was marked than counted'), { code: SERIALIZATION_FAILURE });
  const leaves = await Promise.all(sumByOrder(marked).map((order) => leafOf(order, project, id)));
  const stored = await insertRows<Omit<DueOrder, 'merchant_id'>>(tx, LEAVES, leaves);
  // A leaf that existed before holds more grams than were just added to it.
  const now = new Map(stored.map((leaf) => [leaf.order_id, leaf.grams]));
  const orderCount = leaves.filter((leaf) => now.get(leaf.order_id) === leaf.grams).length;
  await tx
    .updateTable('retirement_batches')
    .set({ orders: sql`orders + ${orderCount}`, grams: sql`grams + ${grams}` })
    .where('id', '=', id)
    .execute();
}

async function leafOf(
  { merchant_id, order_id, grams }: DueOrder,
  project: string,
  batch: string,
): Promise<Record<Exclude<(typeof COLUMNS)[number], 'grams'>, string> & { grams: number }> {
  const salt = randomBytes(SALT_BYTES);
  const hash = Buffer.from(await hashOrder(order_id, salt, sha256)).toString('hex');
  return { merchant_id, order_id, project, batch, hash, salt: salt.toString('hex'), grams };
}
