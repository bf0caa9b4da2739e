import type { Engine } from '../engine.ts';

/** Without this lock, a running gateway would lose its additions to a deleted row. */
const LOCK = 'lock table order_totals, order_users in share row exclusive mode';

/** Totals of no orders still named erased users. */
const EMPTY = [
  'delete from order_users where orders = 0',
  `delete from order_totals where (merchant_id, email, tax_id, status) in (
    select merchant_id, email, tax_id, status from order_totals
    group by merchant_id, email, tax_id, status having sum(orders) = 0 and sum(users) = 0
  )`,
];

/** Deletes totals of no orders, which may name erased users. */
export function emptyTotals(engine: Engine): string[] {
  return engine === 'postgres' ? [LOCK, ...EMPTY] : EMPTY;
}
