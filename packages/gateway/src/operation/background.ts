import { context, ROOT_CONTEXT } from '@opentelemetry/api';

/** Work that is repeated until it is stopped. */
export interface Background {
  /** Runs it now, or once more after the current run. */
  wake(): void;
  /** Waits for the current run, and starts no other. */
  stop(): Promise<void>;
}

/** Repeats `work` from the next turn of the event loop on: at once while it finds something to do, else after `everyMs`. A failed run is reported. */
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
    // The request that woke it does not wait for it, so it is not part of that request's trace.
    running = context.with(ROOT_CONTEXT, run).finally(() => {
      running = undefined;
      if (!stopped) timer = setTimeout(start, everyMs);
    });
  }

  // In a turn of its own: the caller may have something more urgent to do, such as to respond.
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
