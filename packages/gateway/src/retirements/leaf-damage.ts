import { hashOrder } from '@flight-offset/core/retirement';
import type { Database } from '../store/engine.ts';
import type { RetirementChunkTable } from '../store/schema.ts';
import { chunkRoot, readLeaves, type StoredLeaf } from './chunks.ts';
import { sha256 } from './collect.ts';

/**
 * What of a published batch's orders was changed since: verifiers refuse the receipts of every order whose chunk has such a
 * leaf. Each leaf is read and hashed, which takes some ten seconds of a processor for a million orders.
 * @param chunks of the batch, in their order.
 * @returns where it is; undefined where each order is as it was published.
 */
export async function leafDamage(
  db: Database,
  batch: string,
  chunks: readonly RetirementChunkTable[],
): Promise<string | undefined> {
  for (const [index, chunk] of chunks.entries()) {
    const leaves = await readLeaves(db, batch, chunk.first_hash);
    for (const leaf of leaves) {
      if (!(await isItsOrders(leaf)))
        return `the hash of order ${leaf.order_id} is not that of its identifier and salt`;
    }
    if (!(await isRootOf(leaves, chunk))) {
      const next = chunks[index + 1]?.first_hash;
      return `one of its orders was changed: of those with hashes from ${chunk.first_hash} on${next === undefined ? '' : `, before ${next}`}`;
    }
  }
  return undefined;
}

async function isItsOrders({ order_id, salt, hash }: StoredLeaf): Promise<boolean> {
  // A salt of another length is not hashed at all.
  const found = await hashOrder(order_id, Buffer.from(salt, 'hex'), sha256).catch(() => undefined);
  return found !== undefined && Buffer.from(found).toString('hex') === hash;
}

async function isRootOf(
  leaves: readonly StoredLeaf[],
  { hash, grams }: RetirementChunkTable,
): Promise<boolean> {
  // A leaf of no grams makes no tree, nor do none.
  const root = await chunkRoot(leaves).catch(() => undefined);
  return root !== undefined && root.grams === grams && Buffer.from(root.hash).toString('hex') === hash;
}
