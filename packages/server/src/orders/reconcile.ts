import { checkNumber, MAX_TIMER_MS } from '@flight-offset/core/server';
import type { Offset } from '../offset.ts';
import { PENDING_PREFIX } from '../stores/store.ts';
import { finalizeOrder } from './finalize.ts';
import { type FoundOrders, findByIdOrUser, findOrders } from './find-order.ts';
import { tryLease } from './lease.ts';
import { GIVE_UP_MS, nextCheck } from './reconcile-schedule.ts';
import { type OrderRecord, type PendingEntry, readJson, storeKey, withoutUser, writeJson } from './record.ts';

/** Maximum number of orders that one run gets one by one. */
const MAX_ONE_BY_ONE = 20;

/** How long giving up an order may take, seconds. */
const GIVING_UP_SECONDS = 30;

/** Result of a run. */
export interface ReconcileResult {
  /** Due orders that were looked for, found or not. */
  readonly checked: number;
  /** Orders that were final and whose callback succeeded. */
  readonly finalized: number;
}

/**
 * Checks the pending orders that are due, in one scan of the service's list, and runs the merchant's callback for each
 * final one: webhooks may never arrive. Of the orders that the scan does not reach, 20 are fetched one by one, the rest
 * in the next run. Orders that stay pending are checked less and less often, and not after 30 days. Any number of
 * processes may run it at once.
 * @param options `max`: how many pending orders a run reads, others each time, by up to nine calls of the store each;
 * default all.
 * @throws TypeError for an invalid `max`; OffsetError if the service cannot be reached, and errors of the store: the
 * orders are due again later.
 * @example
 * const { checked, finalized } = await reconcile(offset);
 */
export async function reconcile(
  offset: Offset,
  { max = Number.MAX_SAFE_INTEGER }: { readonly max?: number } = {},
): Promise<ReconcileResult> {
  checkNumber('max', max, { min: 1 });
  const due = await dueOrders(offset, max);
  if (due.length === 0) return { checked: 0, finalized: 0 };
  // Scheduled before the scan: if this run fails half-way, it is not repeated at once.
  for (const { record, entry } of due) {
    await writeJson(offset, storeKey.pending(record.id), nextCheck(entry, offset.now()));
  }
  const { orders } = await findOrders(
    offset,
    due.map(({ record }) => record),
  );
  let finalized = await finalizeAll(offset, orders);
  // Beyond the scanned pages, an order can still be found by its id or its user, by one call each.
  const missing = due.filter(({ record }) => !orders.has(record.id));
  const left = missing.slice(MAX_ONE_BY_ONE);
  // Not looked for in this run: the next run begins with them.
  for (const { record, entry } of left) await writeJson(offset, storeKey.pending(record.id), entry);
  for (const { record } of missing.slice(0, MAX_ONE_BY_ONE)) {
    finalized += await finalizeAll(offset, (await findByIdOrUser(offset, record)).orders);
  }
  return { checked: due.length - left.length, finalized };
}

/** @returns how many of the orders are final, with their callback done. */
async function finalizeAll(offset: Offset, orders: FoundOrders['orders']): Promise<number> {
  let finalized = 0;
  for (const order of orders.values()) if (await finalizeOrder(offset, order)) finalized++;
  return finalized;
}

async function dueOrders(
  offset: Offset,
  max: number,
): Promise<{ record: OrderRecord; entry: PendingEntry }[]> {
  const due: { record: OrderRecord; entry: PendingEntry }[] = [];
  const keys = await offset.store.listPending();
  const start = keys.length > max ? Math.floor(Math.random() * keys.length) : 0;
  for (const key of [...keys.slice(start), ...keys.slice(0, start)].slice(0, max)) {
    const entry = await readJson<PendingEntry>(offset, key);
    if (entry && entry.due > offset.now()) continue;
    const id = key.slice(PENDING_PREFIX.length);
    const record = await readJson<OrderRecord>(offset, storeKey.order(id));
    const over = record?.state !== 'pending' || offset.now() - record.created > GIVE_UP_MS;
    // A store may list a name shortly before its entry: only the record decides.
    if (over) await giveUp(offset, id);
    else due.push({ record, entry: entry ?? { due: 0, checks: 0 } });
  }
  return due;
}

/** Stops checking an order. The lease keeps a webhook from making it final at the same moment. */
async function giveUp(offset: Offset, id: string): Promise<void> {
  await tryLease(offset, storeKey.finalizing(id), GIVING_UP_SECONDS, async (isOver) => {
    const record = await readJson<OrderRecord>(offset, storeKey.order(id));
    // The next scan tries again.
    if (isOver()) return;
    if (record?.state === 'pending') await writeJson(offset, storeKey.order(id), withoutUser(record));
    await offset.store.delete(storeKey.pending(id));
  });
}

/**
 * Reconciles at intervals, in processes that stay up. On platforms that sleep, call {@link reconcile} from their
 * scheduler. Failures go to `onError`, as operation `reconcile`; the next run starts after `everyMs` anyway.
 * @param options `everyMs`: milliseconds between two runs, default 30000. A run that takes longer delays the next.
 * @returns a function that stops it.
 * @throws TypeError if `everyMs` is no number from 1 up.
 * @example
 * const offset = createOffset(options);
 * export const handler = createOffsetHandler(options, offset);
 * startReconciling(offset);
 */
export function startReconciling(
  offset: Offset,
  { everyMs = 30_000 }: { readonly everyMs?: number } = {},
): () => void {
  checkNumber('everyMs', everyMs, { min: 1, max: MAX_TIMER_MS });
  let running = false;
  const timer = setInterval(async () => {
    if (running) return;
    running = true;
    try {
      await reconcile(offset);
    } catch (error) {
      offset.report(error, { operation: 'reconcile' });
    } finally {
      running = false;
    }
  }, everyMs);
  // A timer of Node keeps the process alive unless it is unreferenced; elsewhere it is a number.
  (timer as { unref?(): void }).unref?.();
  return () => clearInterval(timer);
}
