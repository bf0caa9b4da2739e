import { type Grams, type Paise, paise, priceOf } from '@flight-offset/core';
import { type Kysely, sql } from 'kysely';
import { Problem } from '../http/problem.ts';
import { prepared } from '../store/prepared.ts';
import type { ProjectRow, Schema } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/** In which order projects are offered: as the catalogue lists them, or by price. */
export type AllocationPolicy = 'listed' | 'cheapest';

/** Credits set aside for one order. */
export interface Allocation {
  readonly project: ProjectRow;
  readonly lot: string;
  readonly perTonne: Paise;
  readonly amount: Paise;
}

/** A project on sale and its price now. */
export interface PricedProject {
  readonly project: ProjectRow;
  readonly perTonne: Paise;
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
      .selectAll('projects')
      .select(['paise_per_tonne', 'effective_from'])
      .where('active', '=', 1)
      .where('effective_from', '<=', at)
      .orderBy('position')
      .orderBy('projects.id')
      .orderBy('effective_from', 'desc')
      .compile();
  const rows = await prepared(tx, 'projects on sale', build, [1, at]);
  const newest = new Map<string, PricedProject>();
  for (const { paise_per_tonne, effective_from: _, ...project } of rows) {
    if (!newest.has(project.id)) newest.set(project.id, { project, perTonne: paise(paise_per_tonne) });
  }
  const priced = [...newest.values()];
  return policy === 'listed' ? priced : priced.sort((a, b) => a.perTonne - b.perTonne);
}

/** The credits that were chosen for an order went to others before it took them; choose again. */
export class CreditsTakenError extends Error {
  override readonly name = 'CreditsTakenError';
  readonly code = 'credits_taken';
}

/**
 * When credits are set aside. `now`: the lot is locked until the transaction ends. `last`: one is chosen, and the
 * caller takes it by {@link takeCredits} when all else is done, so that buyers of one lot wait for each other only
 * as long as it takes to commit.
 */
export type Taking = 'now' | 'last';

/**
 * Finds credits for an order, from the first project on sale which has enough in one lot.
 * @throws Problem 40903 where none has.
 */
export async function allocate(
  tx: Tx,
  mass: Grams,
  at: number,
  policy: AllocationPolicy,
  taking: Taking = 'now',
): Promise<Allocation> {
  for (const { project, perTonne } of await projectsOnSale(tx, at, policy)) {
    for (const lot of await lotsWithEnough(tx, project.id, mass)) {
      // Asked again in the update: another order may have taken them in between.
      if (taking === 'last' || (await take(tx, lot, mass)))
        return { project, lot, perTonne, amount: priceOf(mass, perTonne) };
    }
  }
  throw new Problem(40903, 'no project has enough credits left for this amount; order less or try later');
}

/**
 * Sets aside what {@link allocate} chose.
 * @throws CreditsTakenError where others were faster.
 */
export async function takeCredits(tx: Tx, { lot }: Pick<Allocation, 'lot'>, mass: Grams): Promise<void> {
  if (!(await take(tx, lot, mass))) throw new CreditsTakenError(`lot ${lot} has not enough left`);
}

async function lotsWithEnough(tx: Tx, project: string, mass: Grams): Promise<string[]> {
  const build = () =>
    tx
      .selectFrom('credit_lots')
      .select('id')
      .where('project', '=', project)
      .where(sql<boolean>`grams_reserved + grams_retired + ${mass} <= grams_total`)
      .orderBy('id')
      .compile();
  const lots = await prepared(tx, 'lots with enough', build, [project, mass]);
  return lots.map(({ id }) => id);
}

async function take(tx: Tx, lot: string, mass: Grams): Promise<boolean> {
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
