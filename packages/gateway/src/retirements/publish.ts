import { sumTreeRoot } from '@flight-offset/core/retirement';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { readOrCreateReceiptKeys } from '../credentials/receipt-keys.ts';
import type { Sealer } from '../credentials/seal.ts';
import type { Database } from '../store/engine.ts';
import type { RetirementBatchRow } from '../store/schema.ts';
import { type Insert, insertRows } from '../store/sql/insert-rows.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { describeBatch, type Issuer, type Part, signBatch } from './batch-document.ts';
import { calculateChunks, chunkNode } from './chunks.ts';
import { collectDue, sha256 } from './collect.ts';
import { type Remainder, remaindersOf } from './surplus.ts';

const CHUNKS: Insert = { into: 'retirement_chunks', columns: ['batch', 'first_hash', 'hash', 'grams'] };

/** Dependencies of publishing. */
export interface Publisher extends Issuer {
  readonly db: Database;
  readonly sealer: Sealer;
}

/** The result of publishing every unpublished batch. */
export interface Publication {
  readonly published: readonly RetirementBatchRow[];
  /** Errors by batch. */
  readonly faults: ReadonlyMap<string, unknown>;
}

/**
 * Completes every unpublished batch: takes the orders it still lacks, builds the tree, and signs. It continues where an
 * earlier run was interrupted. A batch that fails does not hold up the others.
 * @param by who requests it, for the audit log.
 */
export async function publishEach(publisher: Publisher, by: Actor | undefined): Promise<Publication> {
  const { db } = publisher;
  const open = await db.kysely
    .selectFrom('retirement_batches')
    .select('id')
    .where('state', '<>', 'published')
    .orderBy('id')
    .execute();
  const published: RetirementBatchRow[] = [];
  const faults = new Map<string, unknown>();
  for (const { id } of open) {
    try {
      await collectDue(db, id);
      const batch = await publishBatch(publisher, id, by);
      if (batch) published.push(batch);
    } catch (error) {
      faults.set(id, error);
    }
  }
  return { published, faults };
}

/**
 * Like {@link publishEach}, but fails if a batch does.
 * @returns the batches published now.
 * @throws the error of the first batch that failed, once all others are published.
 */
export async function publishBatches(
  publisher: Publisher,
  by?: Actor,
): Promise<readonly RetirementBatchRow[]> {
  const { published, faults } = await publishEach(publisher, by);
  const [failed] = faults.values();
  if (faults.size > 0) throw failed;
  return published;
}

/** Publishes a batch that has all of its orders. A batch without orders is dropped: its tonnes are surplus. */
async function publishBatch(
  publisher: Publisher,
  id: string,
  by: Actor | undefined,
): Promise<RetirementBatchRow | undefined> {
  const { db, sealer } = publisher;
  const key = (await readOrCreateReceiptKeys(db, sealer)).at(-1) ?? {};
  // Nobody adds to a collected batch, so its leaves are read without a lock.
  const chunks = await calculateChunks(db, id);
  return inTransaction(db, async (tx) => {
    const batch = await lockCollectedBatch(tx, id);
    if (batch === undefined) return undefined;
    if (batch.orders === 0) {
      await tx.deleteFrom('retirement_batches').where('id', '=', id).execute();
      return undefined;
    }
    const root = await sumTreeRoot(chunks.map(chunkNode), sha256);
    const parts = divide(await remaindersOf(tx, batch.project), batch.grams);
    await insertParts(tx, id, parts);
    const document = await describeBatch(tx, publisher, { batch, parts, root });
    await insertRows(
      tx,
      CHUNKS,
      chunks.map((chunk) => ({ ...chunk })),
    );
    const after = { project: batch.project, orders: batch.orders, grams: batch.grams };
    await recordAudit(tx, by, { action: 'retirement_batch.published', subject: id, after });
    return tx
      .updateTable('retirement_batches')
      .set({
        state: 'published',
        root: document.root,
        document: await signBatch(document, key),
        published_at: Date.parse(document.published_at),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Reads a collected batch, and locks it until the transaction ends, so that it is published once. */
async function lockCollectedBatch(tx: Tx, id: string): Promise<RetirementBatchRow | undefined> {
  return tx
    .updateTable('retirement_batches')
    .set({ state: 'collected' })
    .where('id', '=', id)
    .where('state', '=', 'collected')
    .returningAll()
    .executeTakeFirst();
}

/** Covers grams with the rest of retirements, oldest first. */
function divide(remainders: readonly Remainder[], grams: number): Part[] {
  const parts: Part[] = [];
  let missing = grams;
  for (const remainder of remainders) {
    const covers = Math.min(missing, remainder.grams_total - remainder.from);
    if (covers > 0) parts.push({ ...remainder, to: remainder.from + covers });
    missing -= covers;
  }
  if (missing > 0) throw new RangeError(`retirements lack ${missing} g for a batch`);
  return parts;
}

async function insertParts(tx: Tx, batch: string, parts: readonly Part[]): Promise<void> {
  for (const { id, grams_total, from, to } of parts) {
    await tx
      .insertInto('retirement_parts')
      .values({
        retirement: id,
        batch,
        grams_from: from,
        grams_to: to,
        previous: from === 0 ? null : from,
        grams_total,
      })
      .execute();
  }
}
