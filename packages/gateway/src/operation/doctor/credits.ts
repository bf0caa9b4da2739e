import { sql } from 'kysely';
import { type LotUse, readLotUse } from '../../allotments/lot-use.ts';
import { DAY_MS } from '../../time-span.ts';
import { type Check, type CheckContext, fault, ok, type Verdict, warning } from './check.ts';
import { formatTonnes } from './wording.ts';

const MONTH_MS = 30 * DAY_MS;

const sum = (lots: readonly LotUse[], of: (lot: LotUse) => number) =>
  lots.reduce((total, lot) => total + of(lot), 0);

/** Compares the credits left of each project with its sales in 30 days. */
async function checkStock({ db, now }: CheckContext): Promise<Verdict> {
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
    lines.push(`${id}: ${formatTonnes(left)} left, ${formatTonnes(reserved)} held by pending orders`);
    if (left === 0 || left < month) low.push(`${id} (${formatTonnes(month)} sold in 30 days)`);
  }
  const detail = lines.join('; ');
  if (low.length === 0) return detail === '' ? ok() : ok(detail);
  const next = `buy more credits for ${low.join(', ')}, then: flight-offset-gateway projects import FILE`;
  return warning(detail, next);
}

/**
 * Compares the grams of a lot that orders hold with the counts of their merchant's allotment. One statement reads both,
 * since new orders arrive between two. It adds up and does not join: SQLite has no index for a full join, and compared
 * each allotment of every merchant with all others.
 */
async function checkAllotments({ db }: CheckContext): Promise<Verdict> {
  const counted = db.kysely
    .selectFrom('allotments')
    .select(['merchant_id', 'lot', 'grams_reserved as reserved', 'grams_allocated as allocated'])
    .select([
      sql<number>`0`.as('held_reserved'),
      sql<number>`0`.as('held_allocated'),
      sql<number>`1`.as('allotments'),
    ]);
  const held = db.kysely
    .selectFrom('allocations')
    .select(['merchant_id', 'lot', sql<number>`0`.as('reserved'), sql<number>`0`.as('allocated')])
    .select(sql<number>`case when allocated_at is null then grams else 0 end`.as('held_reserved'))
    .select(sql<number>`case when allocated_at is null then 0 else grams end`.as('held_allocated'))
    .select(sql<number>`0`.as('allotments'));
  const rows = await db.kysely
    .selectFrom(counted.unionAll(held).as('both'))
    .select(({ fn }) => [
      'merchant_id',
      'lot',
      fn.sum<number>('reserved').as('reserved'),
      fn.sum<number>('allocated').as('allocated'),
      fn.sum<number>('held_reserved').as('held_reserved'),
      fn.sum<number>('held_allocated').as('held_allocated'),
      fn.sum<number>('allotments').as('allotments'),
    ])
    .groupBy(['merchant_id', 'lot'])
    .having(
      sql<boolean>`sum(allotments) = 0 or sum(reserved) <> sum(held_reserved) or sum(allocated) <> sum(held_allocated)`,
    )
    .orderBy('merchant_id')
    .orderBy('lot')
    .execute();
  const wrong = rows.flatMap((row) => {
    const name = `${row.merchant_id}, ${row.lot}`;
    if (row.allotments === 0)
      return [`${name}: no allotment, and ${row.held_reserved + row.held_allocated} g in orders`];
    return [
      ...describeDifference(`${name}, reserved`, row.reserved, row.held_reserved),
      ...describeDifference(`${name}, allocated`, row.allocated, row.held_allocated),
    ];
  });
  return wrong.length === 0 ? ok() : fault(wrong.join('; '), AGAIN);
}

const AGAIN = 'run doctor again if orders are coming in now; report it if the finding remains';

function describeDifference(what: string, counted: number, found: number): string[] {
  return counted === found ? [] : [`${what}: ${counted} g, not ${found} g`];
}

/**
 * Compares the allotted and sold grams of lots with the allotments. One statement reads both, since top-ups happen
 * meanwhile too.
 */
async function checkLots({ db }: CheckContext): Promise<Verdict> {
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
      ...describeDifference(`${id}, allotted`, grams_allotted, grams ?? 0),
      ...describeDifference(`${id}, sold`, grams_sold, sold ?? 0),
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

/** Checks of credits: they exist, they have a price, and the counts are right. */
export const creditChecks: readonly Check[] = [
  { name: 'Allotments match the orders of their merchants', run: checkAllotments },
  { name: 'Lots match the allotments of merchants', run: checkLots },
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
  { name: 'Credits are in stock', run: checkStock },
];
