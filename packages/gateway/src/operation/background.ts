import { context, ROOT_CONTEXT } from '@opentelemetry/api';

/** Work that is done again and again until it is stopped. */
export interface Background {
  /** Does it now, or once more after the run under way. */
  wake(): void;
  /** Waits for the run under way, and begins no other. */
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
    // Whoever woke it does not wait for it: it is no part of that request's trace.
    running = context.with(ROOT_CONTEXT, run).finally(() => {
      running = undefined;
      if (!stopped) timer = setTimeout(start, everyMs);
    });
  }

  // In a turn of its own: whoever starts it may have something more urgent to do, such as to respond.
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
