import { sql } from 'kysely';
import type { Engine } from '../store/engine.ts';
import type { OrderRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

type Owner = Pick<OrderRow, 'id' | 'merchant_id'>;

/**
 * Allocations of a completed order which no batch has. Those whose positions an earlier receipt called retired are left
 * out: what was published stays true.
 */
function returnable(tx: Tx, { id, merchant_id }: Owner) {
  return tx
    .selectFrom('allocations')
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', id)
    .where('allocated_at', 'is not', null)
    .where('batch', 'is', null)
    .where('serial_from', 'is', null);
}

/** Grams of a completed order which can still go back to stock. */
export async function returnableGrams(tx: Tx, order: Owner): Promise<number> {
  const { grams } = await returnable(tx, order)
    .select(({ fn }) => fn.sum<number | null>('grams').as('grams'))
    .executeTakeFirstOrThrow();
  return Number(grams ?? 0);
}

/**
 * Returns grams of a completed order to stock: all that were requested, or none.
 * @returns whether they went back; false where a batch has them.
 */
export async function returnCredits(tx: Tx, engine: Engine, order: Owner, grams: number): Promise<boolean> {
  const found = returnable(tx, order).select(['lot', 'grams']).orderBy('lot');
  // A batch that takes them just now is waited for, and waits for us.
  const parts = await (engine === 'postgres' ? found.forUpdate() : found).execute();
  if (parts.reduce((sum, part) => sum + part.grams, 0) < grams) return false;
  let left = grams;
  // Lots in the order in which everybody locks them.
  for (const part of parts) {
    const back = Math.min(left, part.grams);
    if (back === 0) break;
    left -= back;
    await shrink(tx, order, { lot: part.lot, grams: part.grams, back });
    await tx
      .updateTable('credit_lots')
      .set({ grams_allocated: sql`grams_allocated - ${back}` })
      .where('id', '=', part.lot)
      .execute();
  }
  return true;
}

async function shrink(
  tx: Tx,
  { id, merchant_id }: Owner,
  { lot, grams, back }: { readonly lot: string; readonly grams: number; readonly back: number },
): Promise<void> {
  if (back < grams) {
    await tx
      .updateTable('allocations')
      .set({ grams: grams - back })
      .where('merchant_id', '=', merchant_id)
      .where('order_id', '=', id)
      .where('lot', '=', lot)
      .execute();
    return;
  }
  await tx
    .deleteFrom('allocations')
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', id)
    .where('lot', '=', lot)
    .execute();
}

/** Lots of the order's project which have something left, locked; without those of which a batch has a part of it. */
async function freeLots(
  tx: Tx,
  engine: Engine,
  order: Owner & Pick<OrderRow, 'project'>,
): Promise<{ id: string; free: number }[]> {
  const found = tx
    .selectFrom('credit_lots')
    .select(['id', sql<number>`grams_total - grams_reserved - grams_allocated`.as('free')])
    .where('project', '=', order.project)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('allocations')
            .select('allocations.lot')
            .whereRef('allocations.lot', '=', 'credit_lots.id')
            .where('allocations.merchant_id', '=', order.merchant_id)
            .where('allocations.order_id', '=', order.id)
            .where('allocations.batch', 'is not', null),
        ),
      ),
    )
    .orderBy('id');
  const lots = await (engine === 'postgres' ? found.forUpdate() : found).execute();
  return lots.filter(({ free }) => free > 0);
}

/**
 * Takes credits of the order's project out of stock again: their refund bounced.
 * @returns false where too few are left; then none are taken.
 */
export async function takeCreditsBack(
  tx: Tx,
  engine: Engine,
  order: Owner & Pick<OrderRow, 'project'>,
  { grams, at }: { readonly grams: number; readonly at: number },
): Promise<boolean> {
  const lots = await freeLots(tx, engine, order);
  if (lots.reduce((sum, { free }) => sum + free, 0) < grams) return false;
  let left = grams;
  for (const { id: lot, free } of lots) {
    const part = Math.min(left, free);
    if (part === 0) break;
    left -= part;
    await tx
      .updateTable('credit_lots')
      .set({ grams_allocated: sql`grams_allocated + ${part}` })
      .where('id', '=', lot)
      .execute();
    const { id: order_id, merchant_id } = order;
    await tx
      .insertInto('allocations')
      .values({
        merchant_id,
        order_id,
        lot,
        grams: part,
        allocated_at: at,
        batch: null,
        serial_from: null,
        serial_to: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'order_id', 'lot'])
          .doUpdateSet({ grams: sql`allocations.grams + ${part}` }),
      )
      .execute();
  }
  return true;
}
