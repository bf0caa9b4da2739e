import { setImmediate, setTimeout } from 'node:timers/promises';
import type { SpanContext } from '@opentelemetry/api';
import type { Tracing } from './tracing.ts';

/** The result of one item of a batch. */
export type ItemResult<T> = { readonly value: T } | { readonly error: unknown };

/** Processes items in batches: one batch of many costs less than many batches of one. */
export interface Batcher<I, O> {
  /** Adds an item to the next batch. @returns its own value, or rejects with its own error. */
  add(item: I): Promise<O>;
}

/** How batches are formed and processed. */
export interface BatcherOptions<I, O> {
  /** Maximum number of items in a batch. */
  readonly maxSize: number;
  /** Processes one or more items. @returns one outcome per item, in order; an error it throws is the outcome of all. */
  readonly process: (items: readonly I[]) => Promise<readonly ItemResult<O>[]>;
  /** Two items with the same key are never processed at the same time: the later one waits for the earlier one's batch. */
  readonly conflictKey?: (item: I) => string | undefined;
  /** A batch holds items of one group only, and waits for no batch of another; of any by default. */
  readonly groupOf?: ((item: I) => string) | undefined;
  /**
   * How long after a batch the next one may wait until it has as many items: those whose requests come one after the
   * other return about then. Milliseconds, by how long the batch took; 0 by default.
   */
  readonly collectMs?: ((tookMs: number) => number) | undefined;
  /**
   * From how many items on a batch is processed beside the previous one: half of the items each, so that this process works
   * on one batch while the database works on the other. Smaller batches cost more than that gains. One batch at a time by
   * default.
   */
  readonly besideFrom?: number | undefined;
  /** Traces a batch for those whose items are in it. */
  readonly tracing?: Tracing | undefined;
}

interface Waiting<I> {
  readonly item: I;
  /** The caller's span. */
  readonly span: SpanContext | undefined;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the items that arrive while the previous batch is processed. An item that arrives alone waits one turn of
 * the event loop. Each group has batches of its own, which are processed beside those of the others.
 */
export function createBatcher<I, O>(options: BatcherOptions<I, O>): Batcher<I, O> {
  const { groupOf } = options;
  if (!groupOf) return createLane(options);
  const lanes = new Map<string, Batcher<I, O>>();
  return {
    add(item) {
      const group = groupOf(item);
      const lane = lanes.get(group) ?? createLane(options, () => lanes.delete(group));
      lanes.set(group, lane);
      return lane.add(item);
    },
  };
}

/** Batches of one group. @param onEmpty called once nothing waits, and none is being processed. */
function createLane<I, O>(options: BatcherOptions<I, O>, onEmpty: () => void = () => {}): Batcher<I, O> {
  const { maxSize, process, conflictKey, collectMs = () => 0, tracing } = options;
  const besideFrom = options.besideFrom ?? Number.POSITIVE_INFINITY;
  let queue: Waiting<I>[] = [];
  /** Batches that are being processed, the items in them, and their keys. */
  const running = { batches: 0, items: 0, keys: new Set<string>() };
  let isScheduling = false;
  /** The size of the previous batch, and until when the next one may wait for as many. */
  let previous = { size: 0, until: 0 };
  let onAdded: (() => void) | undefined;

  /** How many items the next batch may have. */
  function limit(): number {
    const items = queue.length + running.items;
    return items < 2 * besideFrom ? maxSize : Math.min(maxSize, Math.ceil(items / 2));
  }

  function isDue(): boolean {
    if (running.batches === 0) return queue.length > 0;
    return running.batches === 1 && queue.length >= besideFrom && queue.length >= limit();
  }

  /** Waits for as many items as the previous batch had, as long as they may still be about to return. */
  async function collect(): Promise<void> {
    const ms = previous.until - performance.now();
    if (ms <= 0 || queue.length >= previous.size) return;
    const inTime = new AbortController();
    onAdded = () => {
      if (queue.length >= previous.size) inTime.abort();
    };
    await setTimeout(ms, undefined, { signal: inTime.signal }).catch(() => {});
    onAdded = undefined;
  }

  function next(): Waiting<I>[] {
    const most = limit();
    if (!conflictKey) return queue.splice(0, most);
    const taken: Waiting<I>[] = [];
    const left: Waiting<I>[] = [];
    for (const waiting of queue) {
      const key = conflictKey(waiting.item);
      if (taken.length === most || (key !== undefined && running.keys.has(key))) left.push(waiting);
      else {
        taken.push(waiting);
        if (key !== undefined) running.keys.add(key);
      }
    }
    queue = left;
    return taken;
  }

  async function processBatch(batch: readonly Waiting<I>[]): Promise<void> {
    try {
      const work = () => process(batch.map(({ item }) => item));
      const outcomes = await (tracing
        ? tracing.inSharedSpan(
            batch.map(({ span }) => span),
            work,
          )
        : work());
      batch.forEach(({ resolve, reject }, i) => {
        const outcome = outcomes[i] ?? { error: new Error('an item of the batch has no outcome') };
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value as never);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function run(batch: readonly Waiting<I>[]): Promise<void> {
    running.batches += 1;
    running.items += batch.length;
    const started = performance.now();
    await processBatch(batch);
    const ended = performance.now();
    previous = { size: batch.length, until: ended + collectMs(ended - started) };
    running.batches -= 1;
    running.items -= batch.length;
    if (conflictKey) for (const { item } of batch) running.keys.delete(conflictKey(item) ?? '');
    if (queue.length > 0) void schedule();
    else if (running.batches === 0) onEmpty();
  }

  async function schedule(): Promise<void> {
    if (isScheduling) return;
    isScheduling = true;
    while (isDue()) {
      // One turn of the event loop: items that have arrived by then join the batch.
      await setImmediate();
      if (running.batches === 0) await collect();
      const batch = next();
      // Each of them waits for an item that is being processed.
      if (batch.length === 0) break;
      void run(batch);
    }
    isScheduling = false;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, span: tracing?.currentSpan(), resolve, reject });
        onAdded?.();
        void schedule();
      }),
  };
}
