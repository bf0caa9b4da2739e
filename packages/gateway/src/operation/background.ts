import { context, ROOT_CONTEXT } from '@opentelemetry/api';

/** Work that is repeated until it is stopped. */
export interface Background {
  /** Runs the work now, or once more after the current run. */
  wake(): void;
  /** Waits for the current run, and starts no other. */
  stop(): Promise<void>;
}

/**
 * Repeats `work`, from the next turn of the event loop on: immediately if a run found something to do, otherwise after
 * `everyMs`. Reports a failed run.
 */
export function repeat(options: {
  readonly everyMs: number;
  /** @returns how much there was to do. */
  readonly work: () => Promise<number>;
  readonly end?: () => Promise<void>;
  readonly fault: (error: unknown) => void;
}): Background {
  const { everyMs, work, end, fault } = options;
  let stopped = false;
  let woken = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    do {
      woken = false;
      try {
        if ((await work()) > 0) woken = true;
      } catch (error) {
        fault(error);
      }
    } while (woken && !stopped);
  }

  function start(): void {
    clearTimeout(timer);
    // Not part of the trace of the request that woke it, which does not wait for it.
    running = context.with(ROOT_CONTEXT, run).finally(() => {
      running = undefined;
      if (!stopped) timer = setTimeout(start, everyMs);
    });
  }

  // In another turn: the caller may have something more urgent to do, such as to respond.
  timer = setTimeout(start);
  return {
    wake() {
      woken = true;
      if (!running && !stopped) start();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await end?.();
    },
  };
}
