import type { Tx } from '../store/transaction.ts';

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
