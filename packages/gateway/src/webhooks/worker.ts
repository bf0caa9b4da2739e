import type { Dispatcher } from 'undici';
import { type AttemptOptions, attempt } from './attempt.ts';
import { claimDue, type Delivery } from './claim.ts';
import { createLanes } from './lanes.ts';

/** What a worker needs. */
export interface DeliveryOptions extends AttemptOptions {
  /** Called when an attempt has ended: a slot may be free for another. */
  readonly onSlotFree?: () => void;
  /** Called where the result of an attempt could not be recorded. */
  readonly onFault?: (error: unknown) => void;
}

/** Sends what is in the outbox. Several processes may share one database: each webhook is claimed by one of them. */
export interface DeliveryWorker {
  /**
   * Begins to send what is due, as far as slots are free, without waiting for the results.
   * @returns how many attempts began, or 1 where none began but there is more to look at.
   */
  start(): Promise<number>;
  /** Resolves once no attempt is under way. */
  idle(): Promise<void>;
  /** Waits for the attempts under way. */
  close(): Promise<void>;
}

/**
 * Creates a worker on a database. Each attempt is signed anew, recorded, and scheduled again while the retry schedule
 * lasts; the endpoint's successes and failures are counted with it, in one transaction. The claims of a process that
 * dies expire, so a webhook is sent at least once.
 */
export function createDeliveryWorker(options: DeliveryOptions): DeliveryWorker {
  let dispatcher: Dispatcher | undefined;
  const lanes = createLanes();
  const underWay = new Set<Promise<void>>();

  /** Loaded with the first webhook: otherwise the HTTP client would be a fifth of what a process loads at its start. */
  async function connections(): Promise<Dispatcher> {
    // Where loading fails, for example for lack of a file descriptor, the next webhook tries again.
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
      // An attempt that was not recorded is claimed again once its claim expires.
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
      const { deliveries, putOff } = await claimDue(options.db, lanes, options.now());
      for (const delivery of deliveries) begin(delivery);
      return deliveries.length || Number(putOff);
    },
    idle,
    async close() {
      await idle();
      await dispatcher?.close();
    },
  };
}
