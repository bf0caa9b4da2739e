import type { Tx } from '../store/transaction.ts';
import { RetirementError } from './new-retirement.ts';

/** Finds a project's batch that is not published yet. @returns its identifier; undefined if all are. */
export async function findUnpublished(tx: Tx, project: string): Promise<string | undefined> {
  const batch = await tx
    .selectFrom('retirement_batches')
    .select('id')
    .where('project', '=', project)
    .where('state', '<>', 'published')
    .executeTakeFirst();
  return batch?.id;
}

/** @throws RetirementError if a batch of a project is not published yet. */
export async function requirePublished(tx: Tx, project: string): Promise<void> {
  const unpublished = await findUnpublished(tx, project);
  if (unpublished === undefined) return;
  throw new RetirementError(
    `batch ${unpublished} is not published yet; run: flight-offset-gateway retirements publish`,
  );
}
