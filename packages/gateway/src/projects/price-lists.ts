import { type MinorUnits, minorUnits } from '@flight-offset/core';
import type { Kysely } from 'kysely';
import { prepared } from '../store/prepared.ts';
import type { ProjectRow, Schema } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';

/** In which order projects are offered: as the catalogue lists them, or by price. */
export type AllocationPolicy = 'listed' | 'cheapest';

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

/**
 * Reads the price lists of a moment.
 * @param currency of which one; of every currency by default.
 */
export async function readPriceLists(
  tx: Tx | Kysely<Schema>,
  at: number,
  { policy, currency }: { readonly policy: AllocationPolicy; readonly currency?: string | undefined },
): Promise<PriceLists> {
  const build = () => {
    const query = tx
      .selectFrom('projects')
      .innerJoin('project_prices', 'project_prices.project', 'projects.id')
      .select(['projects.id', 'name', 'registry', 'project_id', 'category', 'type', 'public_url'])
      .select(['position', 'active', 'product', 'descriptions', 'country', 'vintage_from', 'vintage_to'])
      .select(['currency', 'minor_per_tonne', 'inr_per_unit', 'effective_from'])
      .where('active', '=', 1)
      .where('effective_from', '<=', at)
      .orderBy('position')
      .orderBy('projects.id')
      .orderBy('effective_from', 'desc');
    return (currency === undefined ? query : query.where('currency', '=', currency)).compile();
  };
  const name = currency === undefined ? 'projects on sale' : 'projects on sale in a currency';
  const rows = await prepared(tx, name, build, currency === undefined ? [1, at] : [1, at, currency]);
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
