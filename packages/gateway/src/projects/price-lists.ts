import { type MinorUnits, minorUnits } from '@flight-offset/core';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
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
  const rows = await (currency === undefined
    ? prepared(tx, 'projects on sale', () => onSale(tx, at).compile(), [at, 1])
    : prepared(tx, 'projects on sale in a currency', () => onSaleIn(tx, at, currency).compile(), [
        currency,
        currency,
        at,
        1,
      ]));
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
 * Reads the currencies in which credits are on sale at a moment, sorted. Each project goes from one of its currencies to the next
 * in the index, past all prices in between.
 */
export async function readCurrencies(tx: Tx | Kysely<Schema>, at: number): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select min(currency) from project_prices where ${after} and effective_from <= ${at})`;
  const build = () =>
    sql<{ readonly currency: string }>`
      with recursive priced (id, currency) as (
        select id, ${next(sql`project = projects.id`)} from projects
        where active = 1 and product = 'carbon_credits'
        union all
        select id, ${next(sql`project = priced.id and project_prices.currency > priced.currency`)} from priced
        where currency is not null
      )
      select distinct currency from priced where currency is not null order by currency`.compile(tx);
  const rows = await prepared(tx, 'currencies on sale', build, [at, at]);
  return rows.map(({ currency }) => currency);
}

/** Prices of the past stay for ever: which one holds is found in the index alone, whose entries cost a fraction of the rows. */
function onSale(tx: Tx | Kysely<Schema>, at: number) {
  const newest = tx
    .selectFrom('project_prices')
    .select(({ fn }) => ['project', 'currency', fn.max('effective_from').as('since')])
    .where('effective_from', '<=', at)
    .groupBy(['project', 'currency'])
    .as('newest');
  return priced(
    tx
      .selectFrom('projects')
      .innerJoin(newest, 'newest.project', 'projects.id')
      .innerJoin('project_prices', (join) =>
        join
          .onRef('project_prices.project', '=', 'newest.project')
          .onRef('project_prices.currency', '=', 'newest.currency')
          .onRef('effective_from', '=', 'since'),
      ),
  );
}

/**
 * The same in one currency, for every order: each project looks up its price, and none of other currencies or earlier times
 * is read. The index begins with the project: SQLite takes a cross join in the order that is written.
 */
function onSaleIn(tx: Tx | Kysely<Schema>, at: number, currency: string) {
  return priced(
    tx
      .selectFrom('projects')
      .crossJoin('project_prices')
      .whereRef('project_prices.project', '=', 'projects.id')
      .where('project_prices.currency', '=', currency)
      .where('effective_from', '=', ({ selectFrom }) =>
        selectFrom('project_prices as held')
          .select(({ fn }) => fn.max('held.effective_from').as('since'))
          .whereRef('held.project', '=', 'projects.id')
          .where('held.currency', '=', currency)
          .where('held.effective_from', '<=', at),
      ),
  );
}

/** The projects on sale with their prices, in the order of the list. */
function priced<T>(query: SelectQueryBuilder<Schema, 'projects' | 'project_prices', T>) {
  return query
    .select(['projects.id', 'name', 'registry', 'project_id', 'category', 'type', 'public_url'])
    .select(['position', 'active', 'product', 'descriptions', 'country', 'vintage_from', 'vintage_to'])
    .select(['project_prices.currency', 'minor_per_tonne', 'inr_per_unit'])
    .where('active', '=', 1)
    .orderBy('position')
    .orderBy('projects.id');
}
