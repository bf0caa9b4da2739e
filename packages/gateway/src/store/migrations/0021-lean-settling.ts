import type { Engine } from '../engine.ts';

/**
 * Whether an allocation is paid for is read from its row, not from an index: the end of an order changes no index
 * entry, and PostgreSQL writes the new version of the row beside the previous one.
 */
const DUE = [
  'drop index allocations_due',
  'create index allocations_due on allocations (order_id) where batch is null',
];

/**
 * A transaction is written only while its order is locked, and no order is ever deleted: checking that order and
 * merchant exist took longer than writing the row. Pages keep room for the versions that the end of an order writes.
 */
const POSTGRES = [
  'alter table transactions drop constraint transactions_merchant_id_fkey',
  'alter table transactions drop constraint transactions_order_id_fkey',
  'alter table allocations set (fillfactor = 80)',
  'alter table order_users set (fillfactor = 80)',
];

/** Completing an order writes fewer index entries, and does not check for rows that it has already locked. */
export function leanSettling(engine: Engine): string[] {
  return engine === 'postgres' ? [...DUE, ...POSTGRES] : DUE;
}
