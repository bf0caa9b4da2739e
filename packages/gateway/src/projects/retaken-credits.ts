import { splitByShares } from '@flight-offset/core';
import { type Selectable, sql } from 'kysely';
import { allocateFree } from '../allotments/draw.ts';
import { USABLE_GRAMS } from '../allotments/lot-use.ts';
import { readUsedGrams } from '../allotments/read-allotments.ts';
import { AllotmentShortError, type Wanted } from '../allotments/wanted.ts';
import type { AllocationTable, OrderRow } from '../store/schema.ts';
import { locking, lockingKeys } from '../store/sql/locking.ts';
import type { Tx } from '../store/transaction.ts';

type Buyer = Pick<OrderRow, 'id' | 'merchant_id' | 'product' | 'project' | 'portfolio' | 'project_count'>;

/** Grams of a project that an order needs again. */
type Need = readonly [project: string, grams: number];

/**
 * Takes credits out of stock again for an order whose refund bounced: in the shares of the portfolio that was bought,
 * or else first from the order's own project. Credits of the order in a batch stay as they are.
 * @returns false if too few are free, even counting other merchants' allotments; then none are taken.
 * @throws AllotmentShortError if the merchant's own allotment has too few free.
 */
export async function retakeCredits(
  tx: Tx,
  order: Buyer,
  { grams, at }: { readonly grams: number; readonly at: number },
): Promise<boolean> {
  const held = await lockAllocations(tx, order);
  const lots = await freeLots(tx, order);
  const free = new Map<string, number>();
  for (const lot of lots) free.set(lot.project, (free.get(lot.project) ?? 0) + lot.free);
  const needs =
    order.portfolio === null
      ? needsOwnFirst(order, free, grams)
      : await needsOfPortfolio(tx, { ...order, portfolio: order.portfolio }, grams);
  if (!needs?.every(([project, need]) => (free.get(project) ?? 0) >= need)) return false;
  const left = new Map(needs);
  const parts: Wanted[] = [];
  for (const lot of lots) {
    const grams = Math.min(left.get(lot.project) ?? 0, lot.free);
    if (grams === 0) continue;
    left.set(lot.project, (left.get(lot.project) ?? 0) - grams);
    parts.push({ merchant_id: order.merchant_id, lot: lot.id, grams });
  }
  const own = new Map(lots.map((lot) => [lot.id, lot.own]));
  const short = parts.filter(({ lot, grams }) => grams > (own.get(lot) ?? 0));
  if (short.length > 0) throw new AllotmentShortError(short, parts);
  await allocateFree(tx, parts);
  for (const part of parts) await addAllocation(tx, order, { ...part, part: partOf(held, part.lot), at });
  return true;
}

/** Grams of the order's own project and then of others; undefined if they are too few. */
function needsOwnFirst(
  { project }: Buyer,
  free: ReadonlyMap<string, number>,
  grams: number,
): readonly Need[] | undefined {
  const others = [...free.keys()].filter((one) => one !== project).toSorted();
  const needs: Need[] = [];
  let missing = grams;
  for (const one of [project ?? '', ...others]) {
    const part = Math.min(missing, free.get(one) ?? 0);
    needs.push([one, part]);
    missing -= part;
  }
  return missing === 0 ? needs : undefined;
}

/** Calculates the grams that are missing of each project of a portfolio, so that the order holds its shares again. */
async function needsOfPortfolio(
  tx: Tx,
  { id, merchant_id, portfolio }: Buyer & { readonly portfolio: string },
  grams: number,
): Promise<readonly Need[]> {
  const parts = await tx
    .selectFrom('portfolio_parts')
    .select(['project', 'share'])
    .where('portfolio', '=', portfolio)
    .orderBy('share', 'desc')
    .orderBy('project')
    .execute();
  const rows = await tx
    .selectFrom('allocations')
    .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
    .select(({ fn }) => ['project', fn.sum<number>('grams').as('grams')])
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', id)
    .groupBy('project')
    .execute();
  const held = new Map(rows.map((row) => [row.project, row.grams]));
  const total = [...held.values()].reduce((sum, one) => sum + one, grams);
  const whole = splitByShares(
    total,
    parts.map(({ share }) => share),
  );
  const missing = parts.map(({ project }, at) => Math.max(0, whole[at]! - (held.get(project) ?? 0)));
  const needs = splitByShares(grams, missing);
  return parts.map(({ project }, at) => [project, needs[at]!] as const);
}

/** A lot that may fill an order again. Grams. */
interface FreeLot {
  readonly id: string;
  readonly project: string;
  /** In the lot, and in the allotments of all merchants. */
  readonly free: number;
  /** In the allotment of the order's merchant, which is held. */
  readonly own: number;
}

type Held = Pick<Selectable<AllocationTable>, 'lot' | 'part' | 'batch' | 'serial_from'>;

/** Reads and locks the allocations of an order, after any batch that takes one just now. */
async function lockAllocations(tx: Tx, { id, merchant_id }: Buyer): Promise<readonly Held[]> {
  const all = tx
    .selectFrom('allocations')
    .select(['lot', 'part', 'batch', 'serial_from'])
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', id)
    .orderBy('lot');
  return lockingKeys(tx, all).execute();
}

/** Number of the part of a lot to which credits are added: the part that can go back to stock, or a new one. */
function partOf(held: readonly Held[], lot: string): number {
  const own = held.filter((one) => one.lot === lot);
  const open = own.find(({ batch, serial_from }) => batch === null && serial_from === null);
  return open?.part ?? own.length;
}

async function freeLots(tx: Tx, order: Buyer): Promise<FreeLot[]> {
  let found = tx
    .selectFrom('credit_lots')
    .select(['id', 'project', USABLE_GRAMS.as('usable')])
    .orderBy('id');
  if (order.portfolio !== null) {
    const { portfolio } = order;
    found = found.where('project', 'in', ({ selectFrom }) =>
      selectFrom('portfolio_parts').select('portfolio_parts.project').where('portfolio', '=', portfolio),
    );
  } else if (order.project_count > 1) {
    found = found.where('project', 'in', ({ selectFrom }) =>
      selectFrom('projects').select('projects.id').where('product', '=', order.product),
    );
  } else {
    found = found.where('project', '=', order.project);
  }
  const [lots, own] = [await found.execute(), await lockOwnAllotments(tx, order)];
  const used = await readUsedGrams(tx);
  return lots.flatMap(({ id, project, usable }) => {
    const free = usable - (used.get(id) ?? 0);
    return free > 0 ? [{ id, project, free, own: own.get(id) ?? 0 }] : [];
  });
}

/** Reads the free grams of the merchant's own allotments by lot, and locks these in the order of all transactions. */
async function lockOwnAllotments(tx: Tx, { merchant_id }: Buyer): Promise<ReadonlyMap<string, number>> {
  const own = tx
    .selectFrom('allotments')
    .select(['lot', sql<number>`grams - grams_reserved - grams_allocated`.as('free')])
    .where('merchant_id', '=', merchant_id)
    .orderBy('lot');
  const rows = await locking(tx, own).execute();
  return new Map(rows.map(({ lot, free }) => [lot, free]));
}

async function addAllocation(
  tx: Tx,
  { id, merchant_id }: Buyer,
  { lot, part, grams, at }: Wanted & { readonly part: number; readonly at: number },
): Promise<void> {
  const row = { merchant_id, order_id: id, lot, part, grams, allocated_at: at };
  await tx
    .insertInto('allocations')
    .values({ ...row, batch: null, serial_from: null, serial_to: null })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'order_id', 'lot', 'part'])
        .doUpdateSet({ grams: sql`allocations.grams + ${grams}` }),
    )
    .execute();
}
