import type { Kysely } from 'kysely';
import type { RetirementRow, Schema } from '../store/schema.ts';
import type { Reads } from '../store/transaction.ts';

/** The rest of a retirement: grams that cover no batch yet. */
export interface Remainder extends Pick<RetirementRow, 'id' | 'grams_total'> {
  /** Where the remaining part begins, in grams of the retirement. */
  readonly from: number;
}

/**
 * Reads the retirements of a project that are not used up, oldest first. Whole tonnes rarely match a batch, so some are
 * left over.
 */
export async function remaindersOf(tx: Reads, project: string): Promise<Remainder[]> {
  const rows = await tx
    .selectFrom('retirements')
    .leftJoin('retirement_parts', 'retirement_parts.retirement', 'retirements.id')
    .select(({ fn }) => [
      'retirements.id',
      'retirements.grams_total',
      fn.max<number | null>('retirement_parts.grams_to').as('from'),
    ])
    .where('project', '=', project)
    .groupBy(['retirements.id', 'retirements.grams_total'])
    .orderBy('retirements.id')
    .execute();
  return rows
    .map(({ id, grams_total, from }) => ({ id, grams_total, from: from ?? 0 }))
    .filter(({ grams_total, from }) => from < grams_total);
}

/** Adds up the grams of retirements beyond all batches. */
export function surplusOf(remainders: readonly Remainder[]): number {
  return remainders.reduce((sum, { grams_total, from }) => sum + grams_total - from, 0);
}

/**
 * Reads the grams of retirements that cover no order, by project. Counted by batches, not by the parts that cover them:
 * an unpublished batch has its orders, but no parts yet.
 */
export async function uncoveredGrams(db: Kysely<Schema>): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('retirements')
    .select(({ fn, selectFrom }) => [
      'project',
      fn.sum<number>('grams_total').as('retired'),
      selectFrom('retirement_batches')
        .select((batches) => batches.fn.sum<number | null>('grams').as('grams'))
        .whereRef('retirement_batches.project', '=', 'retirements.project')
        .as('covered'),
    ])
    .groupBy('project')
    .execute();
  return new Map(rows.map(({ project, retired, covered }) => [project, retired - (covered ?? 0)]));
}
