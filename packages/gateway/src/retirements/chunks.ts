import { hashLeaf, type SumNode, sumTreeRoot } from '@flight-offset/core/retirement';
import type { Database } from '../store/engine.ts';
import type { RetirementChunkTable, RetirementLeafTable } from '../store/schema.ts';
import { readInOrder } from '../store/sql/read-in-order.ts';
import { sha256 } from './collect.ts';

/**
 * Leaves per chunk, a power of two: each chunk is a whole subtree, so the tree over the roots of chunks is the tree
 * over all leaves. A proof reads one chunk and these roots, not a million leaves.
 */
export const CHUNK_LEAVES = 1024;

/** One leaf as it is read back. */
export type StoredLeaf = Pick<RetirementLeafTable, 'order_id' | 'hash' | 'salt' | 'grams'>;

/** Reads leaves of a batch, starting at a hash, in their order in the tree. */
export async function readLeaves(
  db: Database,
  batch: string,
  from: string,
  limit: number = CHUNK_LEAVES,
): Promise<StoredLeaf[]> {
  return readInOrder(db, (reader) =>
    reader
      .selectFrom('retirement_leaves')
      .select(['order_id', 'hash', 'salt', 'grams'])
      .where('batch', '=', batch)
      .where('hash', '>=', from)
      .orderBy('hash')
      .limit(limit)
      .execute(),
  );
}

/** Reads the chunks of a batch, in their order. */
export async function readChunks({ reader }: Database, batch: string): Promise<RetirementChunkTable[]> {
  return reader
    .selectFrom('retirement_chunks')
    .selectAll()
    .where('batch', '=', batch)
    .orderBy('first_hash')
    .execute();
}

/** Returns the node of a stored leaf. */
export function leafNode({ hash, grams }: Pick<StoredLeaf, 'hash' | 'grams'>): Promise<SumNode> {
  return hashLeaf(Buffer.from(hash, 'hex'), grams, sha256);
}

/** Returns the node of a stored chunk. */
export function chunkNode({ hash, grams }: Pick<RetirementChunkTable, 'hash' | 'grams'>): SumNode {
  return { hash: Buffer.from(hash, 'hex'), grams };
}

/** Calculates the root of a whole chunk of leaves, in their order. */
export async function chunkRoot(leaves: readonly StoredLeaf[]): Promise<SumNode> {
  return sumTreeRoot(await Promise.all(leaves.map(leafNode)), sha256);
}

/** Calculates the roots of a batch's chunks, one chunk in memory at a time. */
export async function calculateChunks(db: Database, batch: string): Promise<RetirementChunkTable[]> {
  const chunks: RetirementChunkTable[] = [];
  for (let from: string | undefined = ''; from !== undefined; ) {
    // One leaf more than a chunk: it shows where the next chunk begins.
    const read: StoredLeaf[] = await readLeaves(db, batch, from, CHUNK_LEAVES + 1);
    const leaves = read.slice(0, CHUNK_LEAVES);
    const [first] = leaves;
    from = read[CHUNK_LEAVES]?.hash;
    if (first === undefined) break;
    const { hash, grams } = await chunkRoot(leaves);
    chunks.push({ batch, first_hash: first.hash, hash: Buffer.from(hash).toString('hex'), grams });
  }
  return chunks;
}
