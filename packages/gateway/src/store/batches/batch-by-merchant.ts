import type { Database } from '../engine.ts';
import { isDistributed } from '../is-distributed.ts';
import { type Batcher, type BatcherOptions, createBatcher } from './batcher.ts';

/** How batches of one kind of work are formed and processed. */
export interface MerchantBatches<I, O> extends Pick<BatcherOptions<I, O>, 'maxSize' | 'conflictKey'> {
  readonly process: BatcherOptions<I, O>['process'];
  /** Whose rows an item changes. */
  readonly merchantOf: (item: I) => string;
}

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
    // Another call may have made it while this one waited.
    const made = batchers.get(context);
    if (made) return made;
    const { merchantOf, ...batches } = batchesOf(context);
    const groupOf = isSpread ? merchantOf : undefined;
    const { engine, tracing } = context.db;
    const waits = engine === 'postgres' ? { collectMs } : {};
    const batcher = createBatcher({ ...batches, ...waits, groupOf, tracing });
    batchers.set(context, batcher);
    return batcher;
  };
}
