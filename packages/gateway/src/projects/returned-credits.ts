import { splitByShares } from '@flight-offset/core';
import type { Selectable } from 'kysely';
import { returnGrams } from '../allotments/draw.ts';
import type { Wanted } from '../allotments/wanted.ts';
import type { AllocationTable, OrderRow } from '../store/schema.ts';
import { lockingKeys } from '../store/sql/locking.ts';
import type { Tx } from '../store/transaction.ts';

type Owner = Pick<OrderRow, 'id' | 'merchant_id'>;

/**
 * Query of a completed order's allocations that are in no batch. Excludes those whose positions an earlier receipt
 * called retired: what was published stays true.
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

/** Reads the grams of a completed order that can still go back to stock. */
export async function returnableGrams(tx: Tx, order: Owner): Promise<number> {
  const { grams } = await returnable(tx, order)
    .select(({ fn }) => fn.sum<number | null>('grams').as('grams'))
    .executeTakeFirstOrThrow();
  return grams ?? 0;
}

/**
 * Returns grams of a completed order to its merchant's allotments: all that were requested, or none. If there are
 * several projects, each returns its share, so that what is left of the order is the blend that was bought.
 * @returns whether they went back; false if they are in a batch.
 */
export async function returnCredits(tx: Tx, order: Owner, grams: number): Promise<boolean> {
  const found = returnable(tx, order).select(['lot', 'part', 'grams']).orderBy('lot');
  // A batch that takes them just now ends first, or waits.
  const held = await lockingKeys(tx, found).execute();
  if (held.length === 0) return grams === 0;
  const projects = await projectsOf(
    tx,
    held.map(({ lot }) => lot),
  );
  const parts = held.map((part) => ({ ...part, project: projects.get(part.lot)! }));
  const sums = new Map<string, number>();
  for (const part of parts) sums.set(part.project, (sums.get(part.project) ?? 0) + part.grams);
  if ([...sums.values()].reduce((sum, one) => sum + one, 0) < grams) return false;
  const shares = splitByShares(grams, [...sums.values()]);
  const left = new Map([...sums.keys()].map((project, at) => [project, shares[at]!]));
  const returned: Wanted[] = [];
  for (const part of parts) {
    const back = Math.min(left.get(part.project) ?? 0, part.grams);
    if (back === 0) continue;
    left.set(part.project, (left.get(part.project) ?? 0) - back);
    await reduceAllocation(tx, order, { ...part, back });
    returned.push({ merchant_id: order.merchant_id, lot: part.lot, grams: back });
  }
  await returnGrams(tx, returned);
  return true;
}

/** Reads the projects of lots, apart: a distributed engine cannot hold allocations joined with lots. */
async function projectsOf(tx: Tx, lots: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom('credit_lots').select(['id', 'project']).where('id', 'in', lots).execute();
  return new Map(rows.map(({ id, project }) => [id, project]));
}

/** An allocation, and the grams of it that go back. */
type Shrunk = Pick<Selectable<AllocationTable>, 'lot' | 'part' | 'grams'> & { readonly back: number };

async function reduceAllocation(
  tx: Tx,
  { id, merchant_id }: Owner,
  { lot, part, grams, back }: Shrunk,
): Promise<void> {
  if (back < grams) {
    await tx
      .updateTable('allocations')
      .set({ grams: grams - back })
      .where('merchant_id', '=', merchant_id)
      .where('order_id', '=', id)
      .where('lot', '=', lot)
      .where('part', '=', part)
      .execute();
    return;
  }
  await tx
    .deleteFrom('allocations')
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', id)
    .where('lot', '=', lot)
    .where('part', '=', part)
    .execute();
}
