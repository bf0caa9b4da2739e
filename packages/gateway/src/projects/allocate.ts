import { type Grams, type MinorUnits, minorUnits, priceOf } from '@flight-offset/core';
import { type Kysely, sql } from 'kysely';
import { Problem } from '../http/problem.ts';
import { prepared } from '../store/prepared.ts';
import type { ProjectRow, Schema } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/** In which order projects are offered: as the catalogue lists them, or by price. */
export type AllocationPolicy = 'listed' | 'cheapest';

/** Credits chosen for one order. */
export interface Allocation {
  readonly project: ProjectRow;
  readonly lot: string;
  readonly perTonne: MinorUnits;
  readonly amount: MinorUnits;
}

/** A project on sale and its price now. */
export interface PricedProject {
  readonly project: ProjectRow;
  readonly perTonne: MinorUnits;
}

/** Projects on sale at a moment, the one to offer first in front. */
export async function projectsOnSale(
  tx: Tx | Kysely<Schema>,
  at: number,
  policy: AllocationPolicy,
): Promise<PricedProject[]> {
  const build = () =>
    tx
      .selectFrom('projects')
      .innerJoin('project_prices', 'project_prices.project', 'projects.id')
      .select(['projects.id', 'name', 'registry', 'project_id', 'category', 'type', 'public_url'])
      .select(['position', 'active', 'minor_per_tonne', 'effective_from'])
      .where('active', '=', 1)
      .where('currency', '=', 'INR')
      .where('effective_from', '<=', at)
      .orderBy('position')
      .orderBy('projects.id')
      .orderBy('effective_from', 'desc')
      .compile();
  const rows = await prepared(tx, 'projects on sale', build, [1, 'INR', at]);
  const newest = new Map<string, PricedProject>();
  for (const { minor_per_tonne, effective_from: _, ...project } of rows) {
    if (!newest.has(project.id)) newest.set(project.id, { project, perTonne: minorUnits(minor_per_tonne) });
  }
  const priced = [...newest.values()];
  return policy === 'listed' ? priced : priced.sort((a, b) => a.perTonne - b.perTonne);
}

/** What is on sale at a moment, and how much of it is left. */
export interface Stock {
  /**
   * Chooses credits for an order, from the first project which has enough in one lot; what was chosen before is
   * gone. They are taken by {@link takeCredits}.
   * @throws Problem 40903 where none has.
   */
  choose(mass: Grams): Allocation;
}

/** Reads what is on sale, without holding it: others may be faster. */
export async function readStock(tx: Tx, at: number, policy: AllocationPolicy): Promise<Stock> {
  const [projects, lots] = await Promise.all([projectsOnSale(tx, at, policy), readLots(tx)]);
  const left = Map.groupBy(lots, ({ project }) => project);

  return {
    choose(mass) {
      for (const { project, perTonne } of projects) {
        const lot = left.get(project.id)?.find(({ free }) => free >= mass);
        if (!lot) continue;
        lot.free -= mass;
        return { project, lot: lot.id, perTonne, amount: priceOf(mass, perTonne) };
      }
      throw new Problem(40903, 'no project has enough credits left for this amount; order less or try later');
    },
  };
}

/** The credits that were chosen went to others before they were taken; choose again. */
export class CreditsTakenError extends Error {
  override readonly name = 'CreditsTakenError';
  readonly code = 'credits_taken';
}

/**
 * Sets aside what {@link Stock} chose for some orders. It locks the lots until the transaction ends, so that it comes
 * last: buyers wait for each other only as long as it takes to commit.
 * @throws CreditsTakenError where others were faster.
 */
export async function takeCredits(
  tx: Tx,
  orders: readonly { readonly lot: string | null; readonly grams: number }[],
): Promise<void> {
  const sums = new Map<string, number>();
  for (const { lot, grams } of orders) {
    if (lot !== null && grams > 0) sums.set(lot, (sums.get(lot) ?? 0) + grams);
  }
  // Always in this order, so that two transactions never wait for each other crosswise.
  for (const [lot, sum] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!(await take(tx, lot, sum))) throw new CreditsTakenError(`lot ${lot} has not enough left`);
  }
}

async function readLots(tx: Tx): Promise<{ id: string; project: string; free: number }[]> {
  const build = () =>
    tx
      .selectFrom('credit_lots')
      .select(['id', 'project', sql<number>`grams_total - grams_reserved - grams_retired`.as('free')])
      .orderBy('id')
      .compile();
  return prepared(tx, 'what is left of lots', build, []);
}

async function take(tx: Tx, lot: string, mass: number): Promise<boolean> {
  const build = () =>
    tx
      .updateTable('credit_lots')
      .set({ grams_reserved: sql`grams_reserved + ${mass}` })
      .where('id', '=', lot)
      .where(sql<boolean>`grams_reserved + grams_retired + ${mass} <= grams_total`)
      .returning('id')
      .compile();
  const taken = await prepared(tx, 'take from lot', build, [mass, lot, mass]);
  return taken.length === 1;
}

/** Gives the credits of a failed order back. */
export async function release(tx: Tx, lot: string, mass: number): Promise<void> {
  await tx
    .updateTable('credit_lots')
    .set({ grams_reserved: sql`grams_reserved - ${mass}` })
    .where('id', '=', lot)
    .execute();
}

/** Retires the credits of a paid order. @returns the grams of the lot which are now its own: first and last. */
export async function retire(tx: Tx, lot: string, mass: number): Promise<{ from: number; to: number }> {
  const { grams_retired } = await tx
    .updateTable('credit_lots')
    .set({
      grams_reserved: sql`grams_reserved - ${mass}`,
      grams_retired: sql`grams_retired + ${mass}`,
    })
    .where('id', '=', lot)
    .returning('grams_retired')
    .executeTakeFirstOrThrow();
  return { from: grams_retired - mass + 1, to: grams_retired };
}
