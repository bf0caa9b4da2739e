import type { Dispatcher } from 'undici';
import { type AttemptOptions, attempt } from './attempt.ts';
import { claimDue, type Delivery } from './claim.ts';
import { createLanes } from './lanes.ts';

/** Options of a worker. */
export interface DeliveryOptions extends AttemptOptions {
  /** Called when an attempt has ended and its slot is free. */
  readonly onSlotFree?: () => void;
  /** Called if the result of an attempt could not be recorded. */
  readonly onFault?: (error: unknown) => void;
}

/** Sends the webhooks of the outbox. Several processes may share one database: one of them claims each webhook. */
export interface DeliveryWorker {
  /**
   * Begins to send due webhooks, as far as slots are free, without waiting for the results.
   * @returns how many attempts began, or 1 if none began but more webhooks may be due.
   */
  start(): Promise<number>;
  /** Resolves once no attempt is in progress. */
  idle(): Promise<void>;
  /** Waits for the attempts in progress. */
  close(): Promise<void>;
}

/**
 * Creates a worker on a database. Each attempt is signed anew, recorded, and scheduled again while the retry schedule
 * lasts; the same transaction counts it for its endpoint. The claims of a process that dies expire, so a webhook is
 * sent at least once.
 */
export function createDeliveryWorker(options: DeliveryOptions): DeliveryWorker {
  let dispatcher: Dispatcher | undefined;
  const lanes = createLanes();
  const underWay = new Set<Promise<void>>();

  /** Loads the HTTP client at the first webhook: it would be a fifth of what a process loads at its start. */
  async function connections(): Promise<Dispatcher> {
    // If loading fails, for example for lack of a file descriptor, the next webhook tries again.
    const { guardedDispatcher } = await import('./guarded-dispatcher.ts');
    dispatcher ??= guardedDispatcher(options.policy);
    return dispatcher;
  }

  function begin(delivery: Delivery): void {
    const { lane } = delivery;
    lanes.begin(lane);
    let responded = false;
    const running = connections()
      .then((one) => attempt(options, one, delivery))
      .then(({ status, outcome }) => {
        responded = status !== null || outcome === 'endpoint_disabled';
      })
      // An attempt that was not recorded is made again once its claim expires.
      .catch((error: unknown) => options.onFault?.(error))
      .finally(() => {
        lanes.end(lane, responded);
        underWay.delete(running);
        options.onSlotFree?.();
      });
    underWay.add(running);
  }

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    async start() {
      const { deliveries, postponed } = await claimDue(options.db, lanes, options.now());
      for (const delivery of deliveries) begin(delivery);
      return deliveries.length || Number(postponed);
    },
    idle,
    async close() {
      await idle();
      await dispatcher?.close();
    },
  };
}
