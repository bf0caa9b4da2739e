import type { Settlement } from '@flight-offset/core';
import type { PartsOf } from '../../projects/order-parts.ts';
import {
  allocateAndReadReserved,
  allocateReserved,
  type ReservedCredits,
} from '../../projects/reserved-credits.ts';
import { allEnded } from '../../store/all-ended.ts';
import type { Database } from '../../store/engine.ts';
import { newId } from '../../store/ids.ts';
import type { OrderRow } from '../../store/schema.ts';
import { ORDER_COLUMNS } from '../../store/sql/columns.ts';
import { type Copy, insertCopies } from '../../store/sql/copies.ts';
import { readingByKey } from '../../store/sql/read-by-key.ts';
import { type CopyingUpdate, updateAndCopy } from '../../store/sql/update-and-copy.ts';
import { updateAll } from '../../store/sql/update-rows.ts';
import type { Tx } from '../../store/transaction.ts';
import { lockOrders, type OrderKey } from './lock-orders.ts';

/** An order, and how it was paid. */
export interface PaidOrder extends OrderKey {
  /** Time of settlement, milliseconds since 1970. */
  readonly at: number;
  /** Who collected the money; by default the payer paid. */
  readonly settlement?: Settlement;
  /** The merchant's own reference, if the order has none yet. */
  readonly reference?: string | undefined;
}

/** A completed order, and the identifier of its transaction. */
export type CompletedOrder = OrderRow & { readonly transaction_id: string };

/**
 * SQL: 1 if a payment page of an order is open or being opened. One value per order, so that PostgreSQL always looks
 * the order up: for `exists` it may read the whole table.
 */
const PAYABLE = `(select 1 from payments where payments.order_id = orders.id
  and payments.merchant_id || '' = orders.merchant_id and payments.state in ('opening', 'started') limit 1)`;

/** The transaction of a completed order. */
const TRANSACTION: Copy = {
  into: 'transactions',
  columns: {
    id: 'transaction_id',
    merchant_id: 'merchant_id',
    order_id: 'id',
    currency: 'currency',
    amount_minor: 'amount_minor',
    inr_minor: 'inr_minor',
    grams: 'grams',
    created_at: 'settled_at',
  },
};

const COMPLETE_HELD = {
  table: 'orders',
  key: 'id',
  given: { merchant_id: 'text', id: 'text', settled_at: 'bigint' },
  set: `status = 'completed', payment_status = 'completed', settled_at = given.settled_at`,
  where: `orders.status || '' = 'pending' and orders.payment_status = 'pending'`,
  returning: ['id'],
} as const;

/** The update that marks orders as completed, and the row that it inserts for each. */
export const COMPLETE: CopyingUpdate = {
  ...COMPLETE_HELD,
  given: { ...COMPLETE_HELD.given, settlement: 'text', reference: 'text', transaction_id: 'text' },
  set: `${COMPLETE_HELD.set}, settlement = coalesce(given.settlement, orders.settlement),
    reference = coalesce(orders.reference, given.reference)`,
  returning: ORDER_COLUMNS,
  carries: ['transaction_id'],
  looks: { payable: PAYABLE },
  copies: [TRANSACTION],
};

type MarkedOrder = CompletedOrder & { readonly payable?: 1 | null };

/**
 * Marks orders as completed that the transaction has read and holds, inserts their transactions, and allocates their
 * credits.
 * @param orders in their completed state, all with the same time.
 * @throws if one of them was not pending; the transaction cannot go on.
 */
export async function markCompleted(tx: Tx, db: Database, orders: readonly CompletedOrder[]): Promise<void> {
  const given = orders.map(({ merchant_id, id, settled_at }) => ({ merchant_id, id, settled_at }));
  await allEnded(
    updateAll(tx, db, COMPLETE_HELD, given),
    insertCopies(tx, TRANSACTION, orders),
    allocateReserved(tx, orders, orders[0]?.settled_at ?? 0),
  );
}

/** Orders of a batch, all of them held. */
export interface MarkedOrders {
  /** Orders that were pending until now. */
  readonly completed: readonly CompletedOrder[];
  /** Completed orders whose payment page may be open. */
  readonly payable: readonly OrderRow[];
  /** Credits of the completed orders: reserved before, allocated now. */
  readonly allocated: ReservedCredits;
  /** Projects of the credits of all these orders. */
  readonly partsOf: PartsOf;
  /** Orders that had ended before, unchanged. */
  readonly ended: readonly OrderRow[];
}

/**
 * Marks the pending ones of some orders as completed, inserts their transactions, allocates their credits, and reads
 * the others; holds all of them until the transaction ends. `startCompleting` does the rest of completing an order. The
 * database locks the orders in the sequence in which it finds them, so two transactions that share several orders may
 * deadlock; it then ends one of the two, which is repeated.
 * @param paid orders paid at the same time.
 * @param complete {@link COMPLETE}, possibly with more to insert.
 */
export async function markCompletedOrRead(
  tx: Tx,
  db: Database,
  paid: readonly PaidOrder[],
  complete: CopyingUpdate = COMPLETE,
): Promise<MarkedOrders> {
  const at = paid[0]?.at ?? 0;
  const given = paid.map(({ merchant_id, id, at: settled_at, settlement = null, reference = null }) => {
    return { merchant_id, id, settled_at, settlement, reference, transaction_id: newId('txn', at) };
  });
  const [completed, allocated] = await readingByKey(tx, db, () =>
    allEnded(updateAndCopy<MarkedOrder>(tx, db, complete, given), allocateAndReadReserved(tx, paid, at)),
  );
  const payable = completed.filter((order) => order.payable !== null);
  const ids = new Set(completed.map(({ id }) => id));
  const others = paid.filter(({ id }) => !ids.has(id));
  const ended = await lockOrders(tx, db, others);
  const partsOf = await allocated.partsOf([...completed, ...ended]);
  return { completed, payable, ended, allocated, partsOf };
}
