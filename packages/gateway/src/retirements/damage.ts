import {
  documentHash,
  type IssuerKeys,
  sumTreeRoot,
  VerificationError,
  verifyBatch,
} from '@flight-offset/core/retirement';
import type { Database } from '../store/engine.ts';
import { chunkNode, readChunks } from './chunks.ts';
import { sha256 } from './collect.ts';
import { findLeafDamage } from './leaf-damage.ts';

/** Options of {@link findBatchDamage}. */
export interface Verifying {
  readonly keys: IssuerKeys;
  /** Whether to read each of its orders too: see {@link findLeafDamage}. */
  readonly readsOrders: boolean;
}

/**
 * Returns why verifiers would not accept a published batch, or the receipts of its orders: its document was changed, or
 * the roots that proofs end in are not the document's. A missing key is not reported.
 */
export async function findBatchDamage(
  db: Database,
  { id, document }: { readonly id: string; readonly document: string },
  { keys, readsOrders }: Verifying,
): Promise<string | undefined> {
  const chunks = await readChunks(db, id);
  // If chunks are missing, or hold more than a tree may, there is no tree.
  const tree = await sumTreeRoot(chunks.map(chunkNode), sha256).catch(() => undefined);
  try {
    const { batch, root, corrects = [] } = await verifyBatch(document, keys);
    const isWhole = batch === id && tree && root === Buffer.from(tree.hash).toString('base64url');
    if (!isWhole) return 'its document and its chunks differ';
    const kept = await readCorrectedHashes(db, id);
    if (corrects.some((earlier) => !kept.has(earlier.document)))
      return 'a document of it that was corrected is gone, or was changed';
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    if (error.code !== 'key_unknown') return error.message;
  }
  return readsOrders ? findLeafDamage(db, id, chunks) : undefined;
}

/** Calculates the hashes of a batch's earlier documents, which were corrected. */
async function readCorrectedHashes(db: Database, batch: string): Promise<ReadonlySet<string>> {
  const rows = await db.reader
    .selectFrom('corrected_batches')
    .select('document')
    .where('batch', '=', batch)
    .execute();
  return new Set(await Promise.all(rows.map(({ document }) => documentHash(document))));
}
