import { type MinorUnits, minorUnits } from '@flight-offset/core';
import type { Kysely } from 'kysely';
import type { ProjectRow, Schema } from '../store/schema.ts';
import { prepared } from '../store/sql/prepared.ts';
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

/** Projects on sale at a moment by currency, in the order in which they are offered. */
export type PriceLists = ReadonlyMap<string, readonly PricedProject[]>;

/** Reads the price lists of a moment. @param currency the currency to read; every currency by default. */
export async function readPriceLists(
  tx: Tx | Kysely<Schema>,
  at: number,
  { policy, currency }: { readonly policy: AllocationPolicy; readonly currency?: string | undefined },
): Promise<PriceLists> {
  const name = currency === undefined ? 'projects on sale' : 'projects on sale in a currency';
  const parameters = currency === undefined ? [at, 1] : [at, currency, 1];
  const rows = await prepared(tx, name, () => onSale(tx, at, currency).compile(), parameters);
  const lists = new Map<string, PricedProject[]>();
  for (const { currency, minor_per_tonne, inr_per_unit, ...project } of rows) {
    const list = lists.get(currency) ?? [];
    lists.set(currency, list);
    list.push({ project, perTonne: minorUnits(minor_per_tonne), inrPerUnit: inr_per_unit });
  }
  if (policy === 'cheapest') for (const list of lists.values()) list.sort((a, b) => a.perTonne - b.perTonne);
  return lists;
}

/**
 * Prices of the past stay for ever: which one holds is found in the index alone, whose entries cost a fraction of the rows.
 * Looking for a later one per row was measured too: PostgreSQL may compare each with every other.
 */
function onSale(tx: Tx | Kysely<Schema>, at: number, currency: string | undefined) {
  const newest = tx
    .selectFrom('project_prices')
    .select(({ fn }) => ['project', 'currency', fn.max('effective_from').as('since')])
    .where('effective_from', '<=', at)
    .$if(currency !== undefined, (query) => query.where('currency', '=', currency ?? ''))
    .groupBy(['project', 'currency'])
    .as('newest');
  return tx
    .selectFrom('projects')
    .innerJoin(newest, 'newest.project', 'projects.id')
    .innerJoin('project_prices', (join) =>
      join
        .onRef('project_prices.project', '=', 'newest.project')
        .onRef('project_prices.currency', '=', 'newest.currency')
        .onRef('effective_from', '=', 'since'),
    )
    .select(['projects.id', 'name', 'registry', 'project_id', 'category', 'type', 'public_url'])
    .select(['position', 'active', 'product', 'descriptions', 'country', 'vintage_from', 'vintage_to'])
    .select(['project_prices.currency', 'minor_per_tonne', 'inr_per_unit'])
    .where('active', '=', 1)
    .orderBy('position')
    .orderBy('projects.id');
}
