import { convert, type Grams, type MinorUnits, minorUnits, priceOf } from '@flight-offset/core';
import type { Kysely } from 'kysely';
import { Problem } from '../http/problem.ts';
import { grossPrice, type TaxRule } from '../settlement/tax.ts';
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
  /** What a tonne costs the payer, tax included, minor units of the order's currency. */
  readonly perTonne: MinorUnits;
  readonly amount: MinorUnits;
  /** The amount in paise, at the rate of the price list. */
  readonly inrAmount: MinorUnits;
}

/** A project on sale and its price now, in one currency. */
export interface PricedProject {
  readonly project: ProjectRow;
  /** As the price list states it. */
  readonly perTonne: MinorUnits;
  /** Rupees one whole unit of the currency counts as. */
  readonly inrPerUnit: number;
}

/** Projects on sale at a moment by currency, the one to offer first in front. */
export type PriceLists = ReadonlyMap<string, readonly PricedProject[]>;

/** Reads the price lists of a moment. */
export async function readPriceLists(
  tx: Tx | Kysely<Schema>,
  at: number,
  policy: AllocationPolicy,
): Promise<PriceLists> {
  const build = () =>
    tx
      .selectFrom('projects')
      .innerJoin('project_prices', 'project_prices.project', 'projects.id')
      .select(['projects.id', 'name', 'registry', 'project_id', 'category', 'type', 'public_url'])
      .select(['position', 'active', 'currency', 'minor_per_tonne', 'inr_per_unit', 'effective_from'])
      .where('active', '=', 1)
      .where('effective_from', '<=', at)
      .orderBy('position')
      .orderBy('projects.id')
      .orderBy('effective_from', 'desc')
      .compile();
  const rows = await prepared(tx, 'projects on sale', build, [1, at]);
  const lists = new Map<string, PricedProject[]>();
  for (const { currency, minor_per_tonne, inr_per_unit, effective_from: _, ...project } of rows) {
    const list = lists.get(currency) ?? [];
    lists.set(currency, list);
    if (list.at(-1)?.project.id === project.id) continue;
    list.push({ project, perTonne: minorUnits(minor_per_tonne), inrPerUnit: inr_per_unit });
  }
  if (policy === 'cheapest') for (const list of lists.values()) list.sort((a, b) => a.perTonne - b.perTonne);
  return lists;
}

/** What is on sale at a moment, and how much of it is left. */
export interface Stock {
  /** Grams on sale that are not retired: free, or held by pending orders. */
  readonly unsold: number;
  /** Currencies in which anything is on sale, sorted. */
  readonly currencies: readonly string[];
  /**
   * The project the next order in a currency buys from, and how many grams of it are free.
   * @returns undefined where all is sold out.
   * @throws Problem 40002 where there is no price list in that currency.
   */
  next(currency: string): { readonly offered: PricedProject; readonly free: number } | undefined;
  /**
   * Chooses credits for an order, from the first project which has enough, in as many of its lots as that takes.
   * @param tax the rule of the merchant, where its prices are net.
   * @throws Problem 40002 no price list in that currency; 40903 no project has enough.
   */
  choose(mass: Grams, currency: string, tax: TaxRule | undefined): Allocation;
  /** Counts what was chosen as gone for those who choose next. It is taken by `reserveCredits`. */
  use(allocation: Allocation): void;
}

/** Reads what is on sale, without holding it: others may be faster. */
export async function readStock(
  tx: Tx | Kysely<Schema>,
  at: number,
  policy: AllocationPolicy,
): Promise<Stock> {
  const [lists, lots] = await Promise.all([readPriceLists(tx, at, policy), readLots(tx)]);
  const free = new Map(lots.map(({ id, free }) => [id, free]));
  const byProject = Map.groupBy(lots, ({ project }) => project);
  const lotsOf = (project: string): readonly LotStock[] => byProject.get(project) ?? [];
  const freeOf = ({ project }: PricedProject): number =>
    lotsOf(project.id).reduce((sum, { id }) => sum + (free.get(id) ?? 0), 0);
  const currencies = [...lists.keys()].sort();
  const onSale = new Set([...lists.values()].flat().map(({ project }) => project.id));

  function listIn(currency: string): readonly PricedProject[] {
    const list = lists.get(currency);
    // Where nothing at all is on sale, no other currency would help.
    if (list || currencies.length === 0) return list ?? [];
    throw new Problem(40002, `currency: ${currency} has no price list; offered are ${currencies.join(', ')}`);
  }

  return {
    unsold: [...onSale].flatMap(lotsOf).reduce((sum, { unsold }) => sum + unsold, 0),
    currencies,
    next(currency) {
      const offered = listIn(currency).find((one) => freeOf(one) > 0);
      return offered && { offered, free: freeOf(offered) };
    },
    choose(mass, currency, tax) {
      for (const { project, perTonne: listed, inrPerUnit } of listIn(currency)) {
        const parts = partsOf(lotsOf(project.id), free, mass);
        if (!parts) continue;
        const perTonne = grossPrice(listed, tax);
        const amount = priceOf(mass, perTonne);
        return { project, parts, perTonne, amount, inrAmount: convert(amount, currency, 'INR', inrPerUnit) };
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
