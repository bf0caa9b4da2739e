import { setImmediate } from 'node:timers/promises';
import type { SpanContext } from '@opentelemetry/api';
import type { Tracing } from '../tracing.ts';

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
  /** Two items with the same key never share a batch: the later one waits for the next. */
  readonly conflictKey?: (item: I) => string | undefined;
  /**
   * A batch holds items of one group only, and does not wait for batches of other groups; by default all items are one
   * group.
   */
  readonly groupOf?: ((item: I) => string) | undefined;
  /**
   * How long the next batch may wait for all callers: those of the previous batch, whose next requests arrive about
   * then, and those who arrived meanwhile. Milliseconds, depending on how long the batch took; 0 by default.
   */
  readonly collectMs?: ((tookMs: number) => number) | undefined;
  /** Traces a batch for the callers of its items. */
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
 * the event loop. Each group has batches of its own, which are processed in parallel with those of other groups.
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

/** Batches one after the other. @param onEmpty called once nothing waits. */
function createLane<I, O>(options: BatcherOptions<I, O>, onEmpty: () => void = () => {}): Batcher<I, O> {
  const { maxSize, process, conflictKey, collectMs = () => 0, tracing } = options;
  let queue: Waiting<I>[] = [];
  let running = false;
  /**
   * How many callers the next batch may wait for, and until when: those of the previous batch and those who arrived
   * meanwhile.
   */
  let previous = { callers: 0, until: 0 };
  let onAdded: (() => void) | undefined;

  /** Waits until as many callers have arrived as before, or until they are no longer expected. */
  async function collect(): Promise<void> {
    const ms = previous.until - performance.now();
    if (ms <= 0 || queue.length >= previous.callers) return;
    // Aborting a timer would throw, which costs more than the wait saves.
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, ms);
      onAdded = () => {
        if (queue.length < previous.callers) return;
        clearTimeout(late);
        resolve();
      };
    });
    onAdded = undefined;
  }

  function takeBatch(): Waiting<I>[] {
    if (!conflictKey) return queue.splice(0, maxSize);
    const keys = new Set<string>();
    const taken: Waiting<I>[] = [];
    const left: Waiting<I>[] = [];
    for (const waiting of queue) {
      const key = conflictKey(waiting.item);
      if (taken.length === maxSize || (key !== undefined && keys.has(key))) left.push(waiting);
      else {
        taken.push(waiting);
        if (key !== undefined) keys.add(key);
      }
    }
    queue = left;
    return taken;
  }

  /** @returns the outcome of each item, by its place in the batch. */
  async function processBatch(batch: readonly Waiting<I>[]): Promise<(index: number) => ItemResult<O>> {
    try {
      const work = () => process(batch.map(({ item }) => item));
      const outcomes = await (tracing
        ? tracing.inSharedSpan(
            batch.map(({ span }) => span),
            work,
          )
        : work());
      return (index) => outcomes[index] ?? { error: new Error('an item of the batch has no outcome') };
    } catch (error) {
      return () => ({ error });
    }
  }

  async function drain(): Promise<void> {
    running = true;
    while (queue.length > 0) {
      // One turn of the event loop: items that have arrived by then join the batch.
      await setImmediate();
      await collect();
      const batch = takeBatch();
      const started = performance.now();
      const outcomeOf = await processBatch(batch);
      const ended = performance.now();
      // Counted before any caller has an outcome: one who returns at once would be mistaken for one who arrived
      // meanwhile.
      const callers = Math.min(maxSize, batch.length + queue.length);
      previous = { callers, until: ended + collectMs(ended - started) };
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomeOf(index);
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value as never);
      });
    }
    running = false;
    onEmpty();
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, span: tracing?.currentSpan(), resolve, reject });
        if (running) onAdded?.();
        else void drain();
      }),
  };
}
