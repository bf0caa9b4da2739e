import type { Database } from '../store/engine.ts';
import { isId } from '../store/ids.ts';
import type { CorrectedBatchRow, ProjectRow, RetirementBatchRow } from '../store/schema.ts';
import { retirementsOf, type ShownRetirement } from './credits-of.ts';

/** A published batch. */
export type PublishedBatch = RetirementBatchRow & {
  readonly document: string;
  readonly published_at: number;
};

/** A published batch as lists show it. */
export interface ListedBatch {
  readonly batch: Pick<PublishedBatch, 'id' | 'project' | 'orders' | 'grams' | 'published_at'>;
  readonly project: Pick<ProjectRow, 'name' | 'registry' | 'project_id' | 'product'>;
}

/** An earlier document of a batch, which was corrected, as lists show it. */
export type ShownCorrection = Pick<CorrectedBatchRow, 'hash' | 'reason' | 'corrected_at'>;

/** A published batch with the retirements that cover it. */
export interface CoveredBatch extends ListedBatch {
  readonly retirements: readonly ShownRetirement[];
  /** Its corrections, oldest first. */
  readonly corrections: readonly ShownCorrection[];
}

/** Batches per page of the public list. */
const BATCHES_PER_PAGE = 50;

type Reader = Pick<Database, 'reader'>;

/** Finds a published batch by its identifier. */
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

/** Returns the query of published batches, newest first. @param before only batches older than this one. */
function publishedBatches({ reader }: Reader, before: string | undefined) {
  const query = reader
    .selectFrom('retirement_batches')
    .where('state', '=', 'published')
    .orderBy('retirement_batches.id', 'desc')
    .limit(BATCHES_PER_PAGE);
  return before === undefined ? query : query.where('retirement_batches.id', '<', before);
}

/** Reads published batches, newest first. @param before only batches older than this one. */
export async function listBatches(db: Reader, before?: string): Promise<ListedBatch[]> {
  const rows = await publishedBatches(db, before)
    .innerJoin('projects', 'projects.id', 'retirement_batches.project')
    .select(['retirement_batches.id', 'project', 'orders', 'grams', 'published_at'])
    .select(['name', 'registry', 'project_id', 'product'])
    .execute();
  return rows.map(({ name, registry, project_id, product, ...batch }) => ({
    batch: batch as ListedBatch['batch'],
    project: { name, registry, project_id, product },
  }));
}

/**
 * Returns the last batch of a list, after which it continues, if older ones are published.
 * @param last batch of the list; undefined if it is empty.
 */
export async function findNextCursor(db: Reader, last: string | undefined): Promise<string | undefined> {
  if (last === undefined) return undefined;
  return (await publishedBatches(db, last).select('id').executeTakeFirst()) && last;
}

/** Reads published batches with the retirements that cover them, newest first. */
export async function listCoveredBatches(db: Reader, before?: string): Promise<CoveredBatch[]> {
  const listed = await listBatches(db, before);
  const ids = listed.map(({ batch }) => batch.id);
  const [retirements, corrections] = await Promise.all([retirementsOf(db, ids), correctionsOf(db, ids)]);
  return listed.map((one) => ({
    ...one,
    retirements: retirements.get(one.batch.id) ?? [],
    corrections: corrections.get(one.batch.id) ?? [],
  }));
}

async function correctionsOf(
  { reader }: Reader,
  batches: readonly string[],
): Promise<Map<string, (ShownCorrection & { readonly batch: string })[]>> {
  if (batches.length === 0) return new Map();
  const rows = await reader
    .selectFrom('corrected_batches')
    .select(['batch', 'hash', 'reason', 'corrected_at'])
    .where('batch', 'in', batches)
    .orderBy('corrected_at')
    .execute();
  return Map.groupBy(rows, ({ batch }) => batch);
}

/** Finds a corrected document of a batch by its hash. */
export async function findCorrectedDocument(
  { reader }: Reader,
  batch: string,
  hash: string,
): Promise<string | undefined> {
  // PostgreSQL refuses some characters that a URL may hold, such as NUL.
  if (!isId(batch, 'ret') || !/^[\w-]+$/.test(hash)) return undefined;
  const row = await reader
    .selectFrom('corrected_batches')
    .select('document')
    .where('batch', '=', batch)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.document;
}

/** Reads published batches as they were signed, newest first. */
export async function listBatchDocuments(
  db: Reader,
  before?: string,
): Promise<Pick<PublishedBatch, 'id' | 'document'>[]> {
  const rows = await publishedBatches(db, before).select(['id', 'document']).execute();
  return rows as Pick<PublishedBatch, 'id' | 'document'>[];
}

/** Finds the certificate of a retirement, a PDF. */
export async function findCertificate({ reader }: Reader, id: string): Promise<Buffer | undefined> {
  if (!isId(id, 'rtm')) return undefined;
  const row = await reader
    .selectFrom('retirements')
    .select('certificate')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.certificate ? Buffer.from(row.certificate, 'base64') : undefined;
}
