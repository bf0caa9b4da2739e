import type { Selectable } from 'kysely';
import type { CreditLotTable } from '../../store/schema.ts';
import { type Check, type CheckContext, fault, ok, tonnes, type Verdict, warning } from './check.ts';

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

const sum = (lots: readonly Selectable<CreditLotTable>[], of: (lot: Selectable<CreditLotTable>) => number) =>
  lots.reduce((total, lot) => total + of(lot), 0);

/** What a project has left beside what it sold in a month. */
async function stock({ db, now }: CheckContext): Promise<Verdict> {
  const { kysely } = db;
  const projects = await kysely.selectFrom('projects').selectAll().where('active', '=', 1).execute();
  const lots = await kysely.selectFrom('credit_lots').selectAll().execute();
  const sold = await kysely
    .selectFrom('allocations')
    .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
    .select(({ fn }) => ['project', fn.sum<number>('allocations.grams').as('grams')])
    .where('allocated_at', '>', now() - MONTH_MS)
    .groupBy('project')
    .execute();
  const lines: string[] = [];
  const low: string[] = [];
  for (const { id } of projects) {
    const own = lots.filter(({ project }) => project === id);
    const left = sum(own, (lot) => lot.grams_total - lot.grams_reserved - lot.grams_allocated);
    const month = Number(sold.find(({ project }) => project === id)?.grams ?? 0);
    const reserved = sum(own, (lot) => lot.grams_reserved);
    lines.push(`${id}: ${tonnes(left)} left, ${tonnes(reserved)} held by pending orders`);
    if (left === 0 || left < month) low.push(`${id} (${tonnes(month)} sold in 30 days)`);
  }
  const detail = lines.join('; ');
  if (low.length === 0) return detail === '' ? ok() : ok(detail);
  const next = `buy more credits for ${low.join(', ')}, then: flight-offset-gateway projects import FILE`;
  return warning(detail, next);
}

/** Credits: that there are some, at a price, and that the books are right. */
export const creditChecks: readonly Check[] = [
  {
    name: 'Reserved credits match pending orders',
    async run({ db }) {
      const lots = await db.kysely.selectFrom('credit_lots').selectAll().execute();
      const held = await db.kysely
        .selectFrom('allocations')
        .select(({ fn }) => ['lot', fn.sum<number>('grams').as('grams')])
        .where('allocated_at', 'is', null)
        .groupBy('lot')
        .execute();
      const byLot = new Map(held.map(({ lot, grams }) => [lot, Number(grams)]));
      const wrong = lots.filter(({ id, grams_reserved }) => grams_reserved !== (byLot.get(id) ?? 0));
      if (wrong.length === 0) return ok();
      const detail = wrong
        .map(({ id, grams_reserved }) => `${id}: ${grams_reserved} g, not ${byLot.get(id) ?? 0} g`)
        .join('; ');
      return fault(detail, 'run doctor again if orders are coming in now; report it if it stays');
    },
  },
  {
    name: 'A project is on sale',
    async run({ db, now }) {
      const projects = await db.kysely
        .selectFrom('projects')
        .leftJoin('project_prices', 'project_prices.project', 'projects.id')
        .select(({ fn }) => ['projects.id', fn.min<number | null>('effective_from').as('from')])
        .where('active', '=', 1)
        .groupBy('projects.id')
        .execute();
      const later = projects.filter(({ from }) => from === null || from > now());
      const when = later.map(({ id, from }) =>
        from === null ? `${id} has no price` : `${id} has a price from ${new Date(from).toISOString()} on`,
      );
      const next = 'flight-offset-gateway projects import FILE';
      if (projects.length === later.length) return fault(when.join('; ') || 'there is none', next);
      return later.length === 0 ? ok() : warning(when.join('; '), next);
    },
  },
  { name: 'Credits are in stock', run: stock },
];
