import type { Engine } from '../engine.ts';

/**
 * Whether an allocation is paid for is read in its row, not in its index: the end of an order changes no index of it, and
 * PostgreSQL writes the new version of the row beside the previous one.
 */
const DUE = [
  'drop index allocations_due',
  'create index allocations_due on allocations (order_id) where batch is null',
];

/**
 * A transaction is written only while its order is held, and no order is ever deleted: checking for order and merchant
 * took longer than writing the row. Pages keep room for the versions that the end of an order writes.
 */
const POSTGRES = [
  'alter table transactions drop constraint transactions_merchant_id_fkey',
  'alter table transactions drop constraint transactions_order_id_fkey',
  'alter table allocations set (fillfactor = 80)',
  'alter table order_users set (fillfactor = 80)',
];

/** Completing an order writes fewer index entries, and checks for no row that it holds. */
export function leanSettling(engine: Engine): string[] {
  return engine === 'postgres' ? [...DUE, ...POSTGRES] : DUE;
}
