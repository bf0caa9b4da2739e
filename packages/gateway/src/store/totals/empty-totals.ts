import { type Selectable, sql } from 'kysely';
import type { Database } from '../engine.ts';
import type { OrderTotalTable } from '../schema.ts';
import type { Tx } from '../transaction.ts';
import { ANY, taxKey } from './totals.ts';

/** Users that rows of totals name, in the form of `userKey`, and the tax ids of their orders. */
export interface Named {
  readonly merchantId: string;
  readonly users: readonly string[];
  readonly taxIds: readonly string[];
}

type TotalRow = Selectable<OrderTotalTable>;

/** Deletes the rows of totals and users that name a person and no longer count any order. */
export async function deleteEmptyTotals(tx: Tx, db: Database, named: Named): Promise<void> {
  const { merchantId, users, taxIds } = named;
  if (users.length === 0) return;
  const taxes = taxIds.map(taxKey);
  await tx
    .deleteFrom('order_users')
    .where('merchant_id', '=', merchantId)
    .where('tax_id', 'in', [ANY, ...taxes])
    .where('pending_orders', '=', 0)
    .where('completed_orders', '=', 0)
    .where('failed_orders', '=', 0)
    .where(({ or, eb }) => or([eb('tax_id', '<>', ANY), eb('user_key', 'in', users)]))
    .execute();
  if (taxes.length === 0) return;
  const groups = Map.groupBy(await lockTotals(tx, db, merchantId, taxes), (row) => row.tax_id);
  for (const rows of groups.values()) if (isEmpty(rows)) await deleteRows(tx, rows);
}

/** Reads the totals of tax ids and locks them, in the same order as creates and settlements. */
async function lockTotals(
  tx: Tx,
  db: Database,
  merchantId: string,
  taxes: readonly string[],
): Promise<TotalRow[]> {
  const rows = tx
    .selectFrom('order_totals')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('tax_id', 'in', taxes);
  if (db.engine === 'sqlite') return rows.execute();
  // By code point, not by language: creates and settlements sort in JavaScript.
  return rows.orderBy(sql`tax_id collate "C"`).orderBy('shard').forUpdate().execute();
}

/** The totals of a tax id are spread over several rows; only their sums have a meaning. */
function isEmpty(rows: readonly TotalRow[]): boolean {
  const sum = (of: (row: TotalRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const orders = sum((row) => row.pending_orders + row.completed_orders + row.failed_orders);
  return orders === 0 && sum(({ users }) => users) === 0;
}

/** Deletes exactly the rows that were locked: another process may be adding one to the same totals. */
async function deleteRows(tx: Tx, rows: readonly TotalRow[]): Promise<void> {
  for (const { merchant_id, tax_id, shard } of rows) {
    await tx
      .deleteFrom('order_totals')
      .where('merchant_id', '=', merchant_id)
      .where('tax_id', '=', tax_id)
      .where('shard', '=', shard)
      .execute();
  }
}
