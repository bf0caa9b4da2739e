import { hashOrder } from '@flight-offset/core/retirement';
import type { Database } from '../store/engine.ts';
import type { RetirementChunkTable } from '../store/schema.ts';
import { chunkRoot, readLeaves, type StoredLeaf } from './chunks.ts';
import { sha256 } from './collect.ts';

/**
 * Looks for a change to a published batch's orders: verifiers refuse the receipts of every order whose chunk has a
 * changed leaf. Each leaf is read and hashed, which takes about ten seconds of CPU time for a million orders.
 * @param chunks of the batch, in their order.
 * @returns the place of the change; undefined if no order was changed.
 */
export async function findLeafDamage(
  db: Database,
  batch: string,
  chunks: readonly RetirementChunkTable[],
): Promise<string | undefined> {
  for (const [index, chunk] of chunks.entries()) {
    const leaves = await readLeaves(db, batch, chunk.first_hash);
    for (const leaf of leaves) {
      if (!(await isHashOfOrder(leaf)))
        return `the hash of order ${leaf.order_id} is not that of its identifier and salt`;
    }
    if (!(await isRootOf(leaves, chunk))) {
      const next = chunks[index + 1]?.first_hash;
      return `one of its orders was changed: of those with hashes from ${chunk.first_hash} on${next === undefined ? '' : `, before ${next}`}`;
    }
  }
  return undefined;
}

async function isHashOfOrder({ order_id, salt, hash }: StoredLeaf): Promise<boolean> {
  // A salt of another length cannot be hashed.
  const found = await hashOrder(order_id, Buffer.from(salt, 'hex'), sha256).catch(() => undefined);
  return found !== undefined && Buffer.from(found).toString('hex') === hash;
}

async function isRootOf(
  leaves: readonly StoredLeaf[],
  { hash, grams }: RetirementChunkTable,
): Promise<boolean> {
  // A leaf of 0 grams makes no tree, and neither does an empty list.
  const root = await chunkRoot(leaves).catch(() => undefined);
  return root !== undefined && root.grams === grams && Buffer.from(root.hash).toString('hex') === hash;
}
