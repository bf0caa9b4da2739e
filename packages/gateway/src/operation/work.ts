import type { Logger } from 'pino';
import { topUpsAhead } from '../allotments/ahead.ts';
import { reportReturned } from '../allotments/report-returned.ts';
import { returnIdleToLots } from '../allotments/return-to-lot.ts';
import type { AllotmentKey } from '../allotments/wanted.ts';
import type { Config } from '../config.ts';
import type { Sealer } from '../credentials/seal.ts';
import type { FaultLog } from '../fault-log.ts';
import type { OrderContext } from '../orders/context.ts';
import { expireOrders } from '../orders/end/expire.ts';
import { checkOpenPayments } from '../payments/check-open-payments.ts';
import { closePaymentsOfExpired } from '../payments/close-payments-of-expired.ts';
import { reconcileBooks } from '../payments/reconcile-books.ts';
import { sendRefunds } from '../payments/send-refunds.ts';
import type { Provider } from '../providers/provider.ts';
import { agesOf } from '../retention/ages.ts';
import { PRUNE_BATCH, type Pruned, prune } from '../retention/prune.ts';
import type { SharedClock } from '../store/shared-clock.ts';
import { HOUR_MS } from '../time-span.ts';
import { createDeliveryWorker } from '../webhooks/worker.ts';
import { type Background, repeat } from './background.ts';
import { recordRun } from './clock-skew.ts';
import type { Metrics } from './metrics.ts';
import type { StoreWatch } from './store-watch.ts';

/** Parts of the gateway that the background work uses. */
export interface WorkOptions {
  readonly orders: OrderContext;
  readonly metrics: Metrics;
  readonly provider: Provider;
  readonly config: Config;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly faults: FaultLog;
  readonly store: StoreWatch;
  /** Clock behind the time of `orders`; undefined if a test sets it. */
  readonly shared: SharedClock | undefined;
}

/** Background work of a serving process. */
export interface BackgroundWork {
  /** Sends the webhooks in the outbox; `wake` does it now. */
  readonly deliveries: Background;
  /** Sends pending refunds to the provider. */
  readonly refunds: Background;
  /** Tops up allotments, and updates lots with the grams that returned to them. */
  readonly allotments: Background;
  /** Tops up allotments that have little left at once, so that no order has to wait for that. */
  topUp(low: readonly AllotmentKey[]): void;
  /** Waits for the current runs, and starts no more. */
  stop(): Promise<void>;
}

/** Receives the error of a run, or of a part of one. */
type Report = (error: unknown) => void;

/**
 * Starts the background work: webhooks, expiry of orders, refunds, top-ups and returns of allotments, reconciliation
 * with the provider, deletion of old rows, the clock. Each runs at its interval, one run at a time. A run that fails is
 * logged, counted in `flight_offset_background_failures_total` and tried again. Several processes may run it on one
 * database: each skips what another has claimed.
 */
export function startWork(options: WorkOptions): BackgroundWork {
  const { sealer, log, faults, store, shared, orders, metrics, provider } = options;
  const { db, now } = orders;
  function reporter(work: string): Report {
    return (err) => {
      metrics.backgroundFailures.inc({ work });
      faults.report({ err, work }, `background work failed (${work}); it will be tried again`);
    };
  }
  /** Repeats work until this process loses its database. */
  function recurring(
    name: string,
    everyMs: number,
    work: (report: Report) => Promise<number>,
    end = async (): Promise<void> => {},
  ): Background {
    const fault = reporter(name);
    return repeat({ everyMs, work: async () => (store.isLost ? 0 : work(fault)), end, fault });
  }
  const worker = createDeliveryWorker({
    db,
    sealer,
    now,
    // A machine's clock may go wrong after the start; if it is the only clock, it may have been corrected since.
    ...(db.engine === 'postgres' && shared ? { signsAt: shared.now } : {}),
    policy: orders.webhookTargets,
    onSlotFree: () => deliveries.wake(),
    onFault: reporter('webhooks'),
    onAttempt({ id, attempts }, { outcome, status, durationMs: ms }) {
      metrics.deliveries.inc({ outcome });
      log.info({ delivery: id, attempt: attempts, outcome, status, ms }, 'delivery');
    },
  });
  const deliveries = recurring('webhooks', 1000, worker.start, worker.close);
  const refunds = recurring('refunds', 15_000, async (report) => {
    const { sent, fault } = await sendRefunds(orders, provider);
    if (fault !== undefined) report(fault);
    return sent;
  });
  const ahead = topUpsAhead({ db, now });
  const allotments = recurring('allotments', 60_000, async () => {
    const done = await ahead.run();
    return done + (await reportReturned(db)) + (await returnIdleToLots(db, now()));
  });
  const all = [
    deliveries,
    allotments,
    recurring('expiry', 5000, async (report) => {
      const expired = await expireOrders(orders, {
        mayExpireUnpaid: (order) => closePaymentsOfExpired(orders, provider, order),
        onFault: report,
      });
      metrics.expired.inc(expired);
      return expired;
    }),
    refunds,
    recurring('open_payments', 30_000, async (report) => {
      const { settled, fault } = await checkOpenPayments(orders, provider);
      if (fault !== undefined) report(fault);
      return settled;
    }),
    recurring('reconciliation', HOUR_MS, async () => {
      const { unclaimed } = await reconcileBooks(orders, provider);
      if (unclaimed > 0) log.error({ unclaimed }, 'money arrived for unknown orders; run doctor');
      return 0;
    }),
    recurring('retention', 600_000, () => pruneOnce(options)),
    recurring('clock', 30_000, () => checkClock(options)),
    repeat({ everyMs: 2000, work: () => checkStore(options), fault: reporter('schema') }),
  ];
  return {
    deliveries,
    refunds,
    allotments,
    topUp(low) {
      ahead.add(low);
      allotments.wake();
    },
    async stop() {
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}

/** Deletes a batch of old rows of each kind. @returns 0 once no more are left. */
async function pruneOnce({ orders, config, metrics }: WorkOptions): Promise<number> {
  const at = orders.now();
  let more = 0;
  for (const [what, age] of Object.entries(agesOf(config)) as [Pruned, number][]) {
    const rows = await prune(orders.db, what, at - age);
    metrics.pruned.inc({ table: what }, rows);
    if (rows >= PRUNE_BATCH) more += rows;
  }
  return more;
}

/** Checks whether this process has lost its database. @returns 0: there is nothing left to do at once. */
async function checkStore({ store, log }: WorkOptions): Promise<number> {
  const found = await store.check();
  if (found !== undefined) log.error(found);
  return 0;
}

/** Synchronises the shared time. @returns 0: there is nothing left to do at once. */
async function checkClock({ shared, orders, log }: WorkOptions): Promise<number> {
  if (!shared) return 0;
  const refused = await shared.check();
  if (refused !== undefined) log.error({ clock: refused }, 'a clock is wrong');
  await recordRun(orders.db, shared);
  return 0;
}
