import { setImmediate } from 'node:timers/promises';
import type { SpanContext } from '@opentelemetry/api';
import { currentSpan, inSharedSpan } from '../operation/trace.ts';

/** What became of one of several which were worked on together. */
export type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/** Work which costs less for many together than for each alone. */
export interface Gather<I, O> {
  /** Adds one to those which are worked on next. */
  add(item: I): Promise<O>;
}

/** How calls are gathered. */
export interface GatherOptions<I, O> {
  readonly most: number;
  /** Works on one or more. @returns an outcome each, in order; what it throws is the outcome of all. */
  readonly work: (items: readonly I[]) => Promise<readonly Outcome<O>[]>;
  /** Two of the same name are never worked on together: the later one waits for the next time. */
  readonly apart?: (item: I) => string | undefined;
}

interface Waiting<I> {
  readonly item: I;
  /** The span of whoever asked. */
  readonly span: SpanContext | undefined;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers what comes in while earlier calls are worked on. Whoever comes alone waits one turn of the event loop. */
export function createGather<I, O>({ most, work, apart }: GatherOptions<I, O>): Gather<I, O> {
  let queue: Waiting<I>[] = [];
  let running = false;

  function next(): Waiting<I>[] {
    if (!apart) return queue.splice(0, most);
    const names = new Set<string>();
    const taken: Waiting<I>[] = [];
    const left: Waiting<I>[] = [];
    for (const waiting of queue) {
      const name = apart(waiting.item);
      if (taken.length === most || (name !== undefined && names.has(name))) left.push(waiting);
      else {
        taken.push(waiting);
        if (name !== undefined) names.add(name);
      }
    }
    queue = left;
    return taken;
  }

  async function settle(batch: readonly Waiting<I>[]): Promise<void> {
    try {
      const outcomes = await inSharedSpan(
        batch.map(({ span }) => span),
        () => work(batch.map(({ item }) => item)),
      );
      batch.forEach(({ resolve, reject }, i) => {
        const outcome = outcomes[i] ?? { error: new Error('no outcome for one of several') };
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.value as never);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(): Promise<void> {
    running = true;
    while (queue.length > 0) {
      // One turn of the event loop: what has come in by now joins.
      await setImmediate();
      await settle(next());
    }
    running = false;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, span: currentSpan(), resolve, reject });
        if (!running) void drain();
      }),
  };
}
