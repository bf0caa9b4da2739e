import { sql } from 'kysely';
import { type LotUse, readLotUse } from '../../allotments/lot-use.ts';
import { DAY_MS } from '../../time-span.ts';
import { type Check, type CheckContext, fault, ok, type Verdict, warning } from './check.ts';
import { tonnes } from './wording.ts';

const MONTH_MS = 30 * DAY_MS;

const sum = (lots: readonly LotUse[], of: (lot: LotUse) => number) =>
  lots.reduce((total, lot) => total + of(lot), 0);

/** Compares what a project has left with what it sold in a month. */
async function stock({ db, now }: CheckContext): Promise<Verdict> {
  const { kysely } = db;
  const projects = await kysely.selectFrom('projects').selectAll().where('active', '=', 1).execute();
  const lots = await readLotUse(kysely);
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
    const left = sum(own, (lot) => lot.free);
    const month = sold.find(({ project }) => project === id)?.grams ?? 0;
    const reserved = sum(own, (lot) => lot.reserved);
    lines.push(`${id}: ${tonnes(left)} left, ${tonnes(reserved)} held by pending orders`);
    if (left === 0 || left < month) low.push(`${id} (${tonnes(month)} sold in 30 days)`);
  }
  const detail = lines.join('; ');
  if (low.length === 0) return detail === '' ? ok() : ok(detail);
  const next = `buy more credits for ${low.join(', ')}, then: flight-offset-gateway projects import FILE`;
  return warning(detail, next);
}

/**
 * Compares what orders hold of a lot with what their merchant's allotment counts. Read by one statement: between two,
 * new orders would arrive.
 */
async function allotmentsOfOrders({ db }: CheckContext): Promise<Verdict> {
  const rows = await db.kysely
    .selectFrom('allotments')
    .fullJoin(
      ({ selectFrom }) =>
        selectFrom('allocations')
          .select(({ fn }) => ['merchant_id', 'lot', fn.sum<number>('grams').as('grams')])
          .select(sql<number>`sum(case when allocated_at is null then grams else 0 end)`.as('reserved'))
          .groupBy(['merchant_id', 'lot'])
          .as('held'),
      (join) =>
        join
          .onRef('held.merchant_id', '=', 'allotments.merchant_id')
          .onRef('held.lot', '=', 'allotments.lot'),
    )
    .select(['allotments.merchant_id', 'allotments.lot', 'grams_reserved', 'grams_allocated'])
    .select(['held.merchant_id as holder', 'held.lot as held_lot', 'held.grams as held_grams', 'reserved'])
    .execute();
  const wrong = rows.flatMap((row) => {
    if (row.merchant_id === null)
      return [`${row.holder}, ${row.held_lot}: no allotment, and ${row.held_grams} g in orders`];
    const name = `${row.merchant_id}, ${row.lot}`;
    const reserved = row.reserved ?? 0;
    const allocated = (row.held_grams ?? 0) - reserved;
    return [
      ...differs(`${name}, reserved`, row.grams_reserved ?? 0, reserved),
      ...differs(`${name}, allocated`, row.grams_allocated ?? 0, allocated),
    ];
  });
  return wrong.length === 0 ? ok() : fault(wrong.join('; '), AGAIN);
}

const AGAIN = 'run doctor again if orders are coming in now; report it if the finding remains';

function differs(what: string, counted: number, found: number): string[] {
  return counted === found ? [] : [`${what}: ${counted} g, not ${found} g`];
}

/**
 * Compares what lots count as allotted and sold with the existing allotments. Read by one statement, since top-ups
 * happen meanwhile too.
 */
async function lotsOfAllotments({ db }: CheckContext): Promise<Verdict> {
  const lots = await db.kysely
    .selectFrom('credit_lots')
    .leftJoin(
      ({ selectFrom }) =>
        selectFrom('allotments')
          .select(({ fn }) => ['lot', fn.sum<number>('grams').as('grams')])
          .select(({ fn }) => fn.sum<number>('grams_reported').as('sold'))
          .select(({ fn }) => fn.count('topped_up_at').as('holding'))
          .groupBy('lot')
          .as('found'),
      (join) => join.onRef('found.lot', '=', 'credit_lots.id'),
    )
    .select(['id', 'grams_allotted', 'grams_sold', 'grams_unaccounted', 'holders'])
    .select(['found.grams', 'found.sold', 'found.holding'])
    .orderBy('id')
    .execute();
  const wrong = lots.flatMap(({ id, grams_allotted, grams_sold, holders, grams, sold, holding }) => {
    const isMiscounted = holders !== (holding ?? 0);
    return [
      ...differs(`${id}, allotted`, grams_allotted, grams ?? 0),
      ...differs(`${id}, sold`, grams_sold, sold ?? 0),
      ...(isMiscounted ? [`${id}: ${holders} holders, not ${holding ?? 0}`] : []),
    ];
  });
  if (wrong.length > 0) return fault(wrong.join('; '), AGAIN);
  const lost = lots.filter(({ grams_unaccounted }) => grams_unaccounted !== 0);
  if (lost.length === 0) return ok();
  const detail = lost.map(({ id, grams_unaccounted }) => `${id}: ${grams_unaccounted} g`).join('; ');
  return warning(
    `counted by a version before allotments, and held by no order: ${detail}; nobody can buy them`,
    'compare the lot with the registry; report it',
  );
}

/** Credits: that there are some, that they have a price, and that the books are right. */
export const creditChecks: readonly Check[] = [
  { name: 'Allotments match the orders of their merchants', run: allotmentsOfOrders },
  { name: 'Lots match the allotments of merchants', run: lotsOfAllotments },
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
