import type { Product } from '@flight-offset/core';
import { SANDBOX_PROJECTS } from '../sandbox-projects.ts';
import type { Database } from '../store/engine.ts';
import { type PageReader, readInOrder } from '../store/sql/read-in-order.ts';

/** Paid orders of one project that are in no batch yet. */
export interface DueProject {
  readonly project: string;
  readonly product: Product;
  readonly registry: string;
  /** Identifier of the project in the registry. */
  readonly projectId: string;
  readonly orders: number;
  /** Grams of these orders. */
  readonly grams: number;
  /** When the oldest of them was paid, milliseconds since 1970. */
  readonly oldest: number;
}

/**
 * Allocations that one statement adds up, in tenths of a second. Over millions of them, a statement would reach its
 * time limit on PostgreSQL, and on SQLite hold up every request of the process.
 */
const DUE_PAGE = 20_000;

/**
 * Adds up due orders per project, sorted by identifier. It reads page by page: orders that are paid or go into a batch
 * meanwhile may or may not be counted.
 */
export async function readDue(db: Database, pageSize: number = DUE_PAGE): Promise<DueProject[]> {
  const sums = new Map<string, DueProject>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const page = await readInOrder(db, (reader) => readPage(reader, from, pageSize));
    for (const one of page.due) sums.set(one.project, add(sums.get(one.project), one));
    after = page.last;
  }
  return [...sums.values()].toSorted((a, b) => (a.project < b.project ? -1 : 1));
}

function add(sum: DueProject | undefined, { orders, grams, oldest, ...project }: DueProject): DueProject {
  if (!sum) return { ...project, orders, grams, oldest };
  return {
    ...project,
    orders: sum.orders + orders,
    grams: sum.grams + grams,
    oldest: Math.min(sum.oldest, oldest),
  };
}

/** Sums of due orders of one page. */
interface DuePage {
  readonly due: readonly DueProject[];
  /** The last order that was read; undefined if none is left. */
  readonly last: string | undefined;
}

/**
 * Reads whole orders, so that each is counted once: a page never ends within an order, however many allocations that
 * has.
 */
async function readPage(reader: PageReader, after: string, size: number): Promise<DuePage> {
  const end = await reader
    .selectFrom('allocations')
    .select('order_id')
    .where('batch', 'is', null)
    .where('order_id', '>', after)
    .orderBy('order_id')
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst();
  let within = reader
    .selectFrom('allocations')
    .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
    .innerJoin('projects', 'projects.id', 'credit_lots.project')
    .where('batch', 'is', null)
    .where('allocated_at', 'is not', null)
    .where('order_id', '>', after)
    // Orders of a removed sandbox stay, and no registry has their credits.
    .where(({ or, eb }) => or([eb('active', '=', 1), eb('projects.id', 'not in', SANDBOX_PROJECTS)]));
  if (end) within = within.where('order_id', '<=', end.order_id);
  // Read before it is added up: PostgreSQL, which may not sort here, would go through the page once per project.
  const due = await reader
    .with(
      (name) => name('paid').materialized(),
      () =>
        within
          .select(['projects.id as project', 'product', 'registry', 'project_id as projectId'])
          .select(['order_id', 'allocations.grams', 'allocated_at']),
    )
    .selectFrom('paid')
    .select(({ fn }) => [
      'project',
      'product',
      'registry',
      'projectId',
      fn.count<number>('order_id').distinct().as('orders'),
      fn.sum<number>('grams').as('grams'),
      fn.min<number>('allocated_at').as('oldest'),
    ])
    .groupBy(['project', 'registry', 'projectId', 'product'])
    .execute();
  return { due, last: end?.order_id };
}
