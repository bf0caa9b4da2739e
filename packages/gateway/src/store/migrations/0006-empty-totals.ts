import type { Engine } from '../engine.ts';

/** Without it, a running gateway would lose what it adds to a row that is deleted. */
const LOCK = 'lock table order_totals, order_users in share row exclusive mode';

/** Erased users were still named in totals of no orders. */
const EMPTY = [
  'delete from order_users where orders = 0',
  `delete from order_totals where (merchant_id, email, tax_id, status) in (
    select merchant_id, email, tax_id, status from order_totals
    group by merchant_id, email, tax_id, status having sum(orders) = 0 and sum(users) = 0
  )`,
];

/** Totals that stand for no order name nobody. */
export function emptyTotals(engine: Engine): string[] {
  return engine === 'postgres' ? [LOCK, ...EMPTY] : EMPTY;
}
