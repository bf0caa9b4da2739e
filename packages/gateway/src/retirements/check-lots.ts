import { GRAMS_PER_CREDIT } from '@flight-offset/core';
import { formatSerials, type SerialRange } from '@flight-offset/core/retirement';
import { normalizeSpelling } from '../projects/normalize-spelling.ts';
import type { ProjectRow } from '../store/schema.ts';
import type { Tx } from '../store/transaction.ts';
import { RetirementError } from './new-retirement.ts';

/**
 * Refuses serial numbers of another project, a mistake that nobody could undo: the batch is public, and the project
 * that really has these numbers could no longer state them.
 */
export async function refuseOtherLots(
  tx: Tx,
  { id, registry }: ProjectRow,
  serials: readonly SerialRange[],
): Promise<void> {
  const lots = await tx
    .selectFrom('credit_lots')
    .innerJoin('projects', 'projects.id', 'credit_lots.project')
    .select(['credit_lots.id as lot', 'project', 'serial_prefix', 'registry'])
    .orderBy('credit_lots.id')
    .execute();
  const plain = (text: string): string => text.toLowerCase().replaceAll(/\s/g, '');
  for (const range of serials.map(formatSerials)) {
    const alike = lots.filter(
      (one) =>
        normalizeSpelling(one.registry) === normalizeSpelling(registry) &&
        plain(range).startsWith(plain(one.serial_prefix)),
    );
    const [other] = alike;
    if (!other || alike.some(({ project }) => project === id)) continue;
    throw new RetirementError(
      `${range} begins like lot ${other.lot} of ${other.project}, and like no lot of ${id}; record it for ${other.project}, or import a lot of ${id} with this serial_prefix`,
    );
  }
}

/**
 * Whole tonnes that may be retired from lots, rounded up: a lot that was reduced to what orders hold may end in part of
 * a tonne.
 */
export const wholeTonnes = (grams: number): number => Math.ceil(grams / GRAMS_PER_CREDIT);

/** Refuses more tonnes than the lots have: the batch that they cover would name somebody else's credits for good. */
export async function refuseMoreThanBought(tx: Tx, project: string, tonnes: number): Promise<void> {
  const retired = await tx
    .selectFrom('retirements')
    .select(({ fn }) => fn.sum<number | null>('tonnes').as('tonnes'))
    .where('project', '=', project)
    .executeTakeFirst();
  const lots = await tx
    .selectFrom('credit_lots')
    .select(({ fn }) => fn.sum<number | null>('grams_total').as('grams'))
    .where('project', '=', project)
    .executeTakeFirst();
  const sum = (retired?.tonnes ?? 0) + tonnes;
  const bought = wholeTonnes(lots?.grams ?? 0);
  if (sum <= bought) return;
  throw new RetirementError(
    `${sum} t of ${project} would be retired in total, and its lots have ${bought} t; compare the numbers with the registry, or import the lot of these credits first`,
  );
}
