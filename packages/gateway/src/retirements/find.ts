import type { Database } from '../store/engine.ts';
import { isId } from '../store/ids.ts';
import type { ProjectRow, RetirementBatchRow } from '../store/schema.ts';
import { retirementsOf, type ShownRetirement } from './credits-of.ts';

/** A published batch. */
export type PublishedBatch = RetirementBatchRow & {
  readonly document: string;
  readonly published_at: number;
};

/** A published batch as the public page lists it. */
export interface ListedBatch {
  readonly batch: PublishedBatch;
  readonly project: Pick<ProjectRow, 'name' | 'registry' | 'project_id' | 'product'>;
  readonly retirements: readonly ShownRetirement[];
}

/** Batches per page of the public list. */
export const BATCHES_PER_PAGE = 50;

type Reader = Pick<Database, 'reader'>;

/** A published batch by its identifier. */
export async function findBatch({ reader }: Reader, id: string): Promise<PublishedBatch | undefined> {
  if (!isId(id, 'ret')) return undefined;
  const batch = await reader
    .selectFrom('retirement_batches')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return batch as PublishedBatch | undefined;
}

/** Published batches, newest first. @param before only those older than this one. */
export async function listBatches(db: Reader, before?: string): Promise<ListedBatch[]> {
  let query = db.reader
    .selectFrom('retirement_batches')
    .innerJoin('projects', 'projects.id', 'retirement_batches.project')
    .selectAll('retirement_batches')
    .select(['name', 'registry', 'project_id', 'product'])
    .where('state', '=', 'published');
  if (before !== undefined) query = query.where('retirement_batches.id', '<', before);
  const rows = await query.orderBy('retirement_batches.id', 'desc').limit(BATCHES_PER_PAGE).execute();
  const retirements = await retirementsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ name, registry, project_id, product, ...batch }) => ({
    batch: batch as PublishedBatch,
    project: { name, registry, project_id, product },
    retirements: retirements.get(batch.id) ?? [],
  }));
}

/** The certificate of a retirement, a PDF. */
export async function findCertificate({ reader }: Reader, id: string): Promise<Buffer | undefined> {
  if (!isId(id, 'rtm')) return undefined;
  const row = await reader
    .selectFrom('retirements')
    .select('certificate')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.certificate ? Buffer.from(row.certificate, 'base64') : undefined;
}
