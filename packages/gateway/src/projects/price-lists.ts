import { type MinorUnits, minorUnits } from '@flight-offset/core';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ProjectPriceTable, ProjectRow, Schema } from '../store/schema.ts';
import { PROJECT_COLUMNS } from '../store/sql/columns.ts';
import { prepared } from '../store/sql/prepared.ts';
import type { Reads } from '../store/transaction.ts';

/** Order in which projects are offered: as the catalogue lists them, or by price. */
export type AllocationPolicy = 'listed' | 'cheapest';

/** A project on sale and its price now, in one currency. */
export interface PricedProject {
  readonly project: ProjectRow;
  /** As the price list states it. */
  readonly perTonne: MinorUnits;
  /** Rupees one whole unit of the currency counts as. */
  readonly inrPerUnit: number;
}

/** Reads the projects that have a price in a currency at a moment, in the order in which they are offered. */
export async function readPriceList(
  tx: Reads,
  at: number,
  { policy, currency }: { readonly policy: AllocationPolicy; readonly currency: string },
): Promise<readonly PricedProject[]> {
  const build = () => onSale(tx, at, currency).compile();
  const rows = await prepared(tx, 'projects on sale', build, [currency, currency, at, 1]);
  const list = rows.map(({ minor_per_tonne, inr_per_unit, ...project }) => ({
    project,
    perTonne: minorUnits(minor_per_tonne),
    inrPerUnit: inr_per_unit,
  }));
  return policy === 'cheapest' ? list.sort((a, b) => a.perTonne - b.perTonne) : list;
}

/**
 * Reads the currencies in which credits are on sale at a moment, sorted. For each project, the query skips from one
 * currency to the next in the index, past all prices in between.
 */
export async function readCurrencies(tx: Reads, at: number): Promise<string[]> {
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

/**
 * Builds the query of current prices. Past prices are never deleted: each project looks up its price, without reading
 * other currencies or earlier times. The index begins with the project: SQLite takes a cross join as written.
 */
function onSale(tx: Reads, at: number, currency: string) {
  return tx
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
    )
    .select(PROJECT_COLUMNS.map((column) => `projects.${column}` as const))
    .select(['minor_per_tonne', 'inr_per_unit'])
    .where('active', '=', 1)
    .orderBy('position')
    .orderBy('projects.id');
}

/**
 * Reads the prices that apply at a moment, milliseconds since 1970, or later, by time; at 0, all prices ever stated.
 */
export async function readPricesSince(
  kysely: Kysely<Schema>,
  at: number,
): Promise<Selectable<ProjectPriceTable>[]> {
  return kysely
    .selectFrom('project_prices')
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_prices as next')
            .select('next.project')
            .whereRef('next.project', '=', 'project_prices.project')
            .whereRef('next.currency', '=', 'project_prices.currency')
            .whereRef('next.effective_from', '>', 'project_prices.effective_from')
            .where('next.effective_from', '<=', at),
        ),
      ),
    )
    .orderBy('effective_from')
    .execute();
}
