import {
  formatStep,
  type InclusionProof,
  type RetirementBatch,
  sumTreePath,
} from '@flight-offset/core/retirement';
import { decodeJwt } from 'jose';
import type { Database } from '../store/engine.ts';
import { CHUNK_LEAVES, chunkNode, leafNode, readChunks, readLeaves } from './chunks.ts';
import { sha256 } from './collect.ts';

/** An order, and a published batch that has credits of this order. */
export interface OrderInBatch {
  readonly merchant_id: string;
  readonly order_id: string;
  readonly batch: string;
}

/** A proof, and the project as the batch states it: the catalogue may have named it differently since. */
export interface Proven extends Pick<RetirementBatch, 'project'> {
  readonly retirement: InclusionProof;
}

/**
 * Creates the proof that an order is part of its published batch. Its cost does not grow with the batch: it reads one
 * chunk of leaves and the roots of chunks.
 * @returns undefined if the batch has no credits of the order, or is not published.
 */
export async function proofOf(
  db: Database,
  { merchant_id, order_id, batch }: OrderInBatch,
): Promise<Proven | undefined> {
  const leaf = await db.reader
    .selectFrom('retirement_leaves')
    .innerJoin('retirement_batches', 'retirement_batches.id', 'retirement_leaves.batch')
    .select(['hash', 'salt', 'document'])
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', order_id)
    .where('batch', '=', batch)
    .where('state', '=', 'published')
    .executeTakeFirst();
  if (!leaf) return undefined;
  const chunks = await readChunks(db, batch);
  const at = chunks.findLastIndex(({ first_hash }) => first_hash <= leaf.hash);
  const leaves = await readLeaves(db, batch, chunks[at]?.first_hash ?? '');
  const within = leaves.findIndex(({ hash }) => hash === leaf.hash);
  const path = [
    ...(await sumTreePath(await Promise.all(leaves.map(leafNode)), within, sha256)),
    ...(await sumTreePath(chunks.map(chunkNode), at, sha256)),
  ];
  const { project } = decodeJwt<Pick<RetirementBatch, 'project'>>(leaf.document ?? '');
  return {
    project,
    retirement: {
      batch,
      index: at * CHUNK_LEAVES + within,
      salt: Buffer.from(leaf.salt, 'hex').toString('base64url'),
      order: Buffer.from(leaf.hash, 'hex').toString('base64url'),
      path: path.map(formatStep),
    },
  };
}
