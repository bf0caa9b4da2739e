import type { Database } from '../engine.ts';
import { isDistributed } from '../is-distributed.ts';
import { batchOrEach } from './batch-or-each.ts';
import { type Batcher, type BatcherOptions, createBatcher } from './batcher.ts';

/** How batches of one kind of work are formed and processed: item by item, in order, if one fails as a whole. */
export interface MerchantBatches<I, O> extends Pick<BatcherOptions<I, O>, 'process' | 'conflictKey'> {
  /** The merchant whose rows an item changes. */
  readonly merchantOf: (item: I) => string;
}

/**
 * Maximum number of items in a transaction: they share its round trips, its commit and its locks, such as
 * those on lots and on the merchant's limit.
 */
const MAX_BATCH = 64;

/** The longest wait for callers who are about to return, milliseconds. */
const MAX_COLLECT_MS = 10;

/**
 * A batch costs PostgreSQL and the process much the same whatever its size. Without a wait, callers whose next request
 * follows their response would split into two groups of alternating batches: those who return, and those who arrived
 * meanwhile. They have returned within about twice the time of a batch, even if other processes share the machine.
 */
const collectMs = (tookMs: number): number => Math.min(MAX_COLLECT_MS, 2 * tookMs);

/**
 * Batches work on merchants' rows, in one batcher per context. If each merchant's rows are in a shard of their own, a
 * batch holds items of one merchant: its transaction runs in that shard alone, in parallel with those of other
 * merchants.
 * @returns a function that returns the batcher of a context.
 */
export function batchByMerchant<C extends { readonly db: Database }, I, O>(
  batchesOf: (context: C) => MerchantBatches<I, O>,
): (context: C) => Promise<Batcher<I, O>> {
  const batchers = new WeakMap<C, Batcher<I, O>>();
  return async (context) => {
    const known = batchers.get(context);
    if (known) return known;
    const isSpread = await isDistributed(context.db);
    // Another call may have made the batcher meanwhile.
    const made = batchers.get(context);
    if (made) return made;
    const { merchantOf, process, conflictKey } = batchesOf(context);
    const { engine, tracing } = context.db;
    const batcher = createBatcher({
      maxSize: MAX_BATCH,
      process: (batch) => batchOrEach(batch, process),
      conflictKey,
      groupOf: isSpread ? merchantOf : undefined,
      collectMs: engine === 'postgres' ? collectMs : undefined,
      tracing,
    });
    batchers.set(context, batcher);
    return batcher;
  };
}
