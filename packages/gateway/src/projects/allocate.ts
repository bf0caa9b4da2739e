import { type Grams, type MinorUnits, minorUnits, priceOf } from '@flight-offset/core';
import type { Kysely } from 'kysely';
import { Problem } from '../http/problem.ts';
import { prepared } from '../store/prepared.ts';
import type { ProjectRow, Schema } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { type LotPart, type LotStock, readLots } from './lots.ts';

/** In which order projects are offered: as the catalogue lists them, or by price. */
export type AllocationPolicy = 'listed' | 'cheapest';

/** Credits chosen for one order. */
export interface Allocation {
  readonly project: ProjectRow;
  /** From which lots; none for 0 g. */
  readonly parts: readonly LotPart[];
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
  /** Grams on sale that are not retired: free, or held by pending orders. */
  readonly unsold: number;
  /** The project the next order buys from, and how many grams of it are free; undefined where all is sold out. */
  readonly next: { readonly offered: PricedProject; readonly free: number } | undefined;
  /**
   * Chooses credits for an order, from the first project which has enough, in as many of its lots as that takes.
   * @throws Problem 40903 where none has.
   */
  choose(mass: Grams): Allocation;
  /** Counts what was chosen as gone for those who choose next. It is taken by `takeCredits`. */
  use(allocation: Allocation): void;
}

/** Reads what is on sale, without holding it: others may be faster. */
export async function readStock(
  tx: Tx | Kysely<Schema>,
  at: number,
  policy: AllocationPolicy,
): Promise<Stock> {
  const [projects, lots] = await Promise.all([projectsOnSale(tx, at, policy), readLots(tx)]);
  const free = new Map(lots.map(({ id, free }) => [id, free]));
  const byProject = Map.groupBy(lots, ({ project }) => project);
  const lotsOf = ({ project }: PricedProject): readonly LotStock[] => byProject.get(project.id) ?? [];
  const freeOf = (one: PricedProject): number =>
    lotsOf(one).reduce((sum, { id }) => sum + (free.get(id) ?? 0), 0);
  const next = projects.find((one) => freeOf(one) > 0);

  return {
    unsold: projects.flatMap(lotsOf).reduce((sum, { unsold }) => sum + unsold, 0),
    next: next && { offered: next, free: freeOf(next) },
    choose(mass) {
      for (const offered of projects) {
        const parts = partsOf(lotsOf(offered), free, mass);
        if (!parts) continue;
        const { project, perTonne } = offered;
        return { project, parts, perTonne, amount: priceOf(mass, perTonne) };
      }
      throw new Problem(40903, 'no project has enough credits left for this amount; order less or try later');
    },
    use({ parts }) {
      for (const { lot, grams } of parts) free.set(lot, (free.get(lot) ?? 0) - grams);
    },
  };
}

/** Grams of each lot, lot after lot, so that what is left of one is used up before the next is begun. */
function partsOf(
  lots: readonly LotStock[],
  free: ReadonlyMap<string, number>,
  mass: Grams,
): LotPart[] | undefined {
  const parts: LotPart[] = [];
  let missing: number = mass;
  for (const { id } of lots) {
    const grams = Math.min(missing, free.get(id) ?? 0);
    if (grams <= 0) continue;
    parts.push({ lot: id, grams });
    missing -= grams;
  }
  return missing === 0 ? parts : undefined;
}
