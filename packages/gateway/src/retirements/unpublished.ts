import type { Tx } from '../store/transaction.ts';
import { RetirementError } from './new-retirement.ts';

/** Identifier of a project's batch that is not published yet; undefined where all are. */
export async function findUnpublished(tx: Tx, project: string): Promise<string | undefined> {
  const batch = await tx
    .selectFrom('retirement_batches')
    .select('id')
    .where('project', '=', project)
    .where('state', '<>', 'published')
    .executeTakeFirst();
  return batch?.id;
}

/** @throws RetirementError where a batch of a project is not published yet. */
export async function requirePublished(tx: Tx, project: string): Promise<void> {
  const unpublished = await findUnpublished(tx, project);
  if (unpublished === undefined) return;
  throw new RetirementError(
    `batch ${unpublished} is not published yet; run: flight-offset-gateway retirements publish`,
  );
}
