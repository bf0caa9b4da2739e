import { GRAMS_PER_CREDIT, type Product } from '@flight-offset/core';
import type { Database } from '../store/engine.ts';
import { remaindersOf, surplusOf } from './surplus.ts';

/** What is due at the registry for one project. */
export interface PlannedRetirement {
  readonly project: string;
  readonly product: Product;
  readonly registry: string;
  /** Identifier of the project in the registry. */
  readonly projectId: string;
  /** Orders that are paid and in no batch. */
  readonly orders: number;
  /** Grams of these orders. */
  readonly grams: number;
  /** When the oldest of them was paid, milliseconds since 1970. */
  readonly oldest: number;
  /** Grams retired earlier that cover no batch yet. */
  readonly surplus: number;
  /** Whole tonnes to retire: what is due beyond the surplus, rounded up. */
  readonly tonnes: number;
}

/** Adds up what is allocated and not in a batch, per project. Changes nothing. */
export async function planRetirements({ reader }: Pick<Database, 'reader'>): Promise<PlannedRetirement[]> {
  const due = await reader
    .selectFrom('allocations')
    .innerJoin('credit_lots', 'credit_lots.id', 'allocations.lot')
    .innerJoin('projects', 'projects.id', 'credit_lots.project')
    .select(({ fn }) => [
      'projects.id',
      'registry',
      'project_id',
      'product',
      fn.count<number>('order_id').distinct().as('orders'),
      fn.sum<number>('allocations.grams').as('grams'),
      fn.min<number>('allocated_at').as('oldest'),
    ])
    .where('batch', 'is', null)
    .where('allocated_at', 'is not', null)
    .groupBy(['projects.id', 'registry', 'project_id', 'product'])
    .orderBy('projects.id')
    .execute();
  return Promise.all(
    due.map(async ({ id, registry, project_id, product, orders, grams, oldest }) => {
      const surplus = surplusOf(await remaindersOf(reader, id));
      const tonnes = Math.max(0, Math.ceil((grams - surplus) / GRAMS_PER_CREDIT));
      return {
        project: id,
        product,
        registry,
        projectId: project_id,
        orders,
        grams,
        oldest,
        surplus,
        tonnes,
      };
    }),
  );
}
