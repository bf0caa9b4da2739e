import type { Offset } from '../offset.ts';
import { OPEN_PREFIX } from '../stores/store.ts';
import { findDirectly, findOrders } from './find-order.ts';
import { type OpenEntry, type OrderRecord, readJson, storeKey, withoutUser, writeJson } from './record.ts';
import { settle } from './settle.ts';
import { GIVE_UP_MS, nextCheck } from './sweep-schedule.ts';

/** Most orders that one sweep looks for one by one. */
const ONE_BY_ONE = 20;

/** What a sweep did. */
export interface SweepResult {
  /** Orders asked about. */
  readonly checked: number;
  /** Orders that were final, and of which the merchant has now been told. */
  readonly settled: number;
}

/**
 * Asks the service about the open orders that are due, in one walk through its list, and tells the merchant of
 * those that are final: notifications may never come. Orders that stay open are asked about ever more rarely and
 * let go after 30 days. Any number of processes may sweep at once.
 */
export async function sweep(offset: Offset): Promise<SweepResult> {
  const due = await dueOrders(offset);
  if (due.length === 0) return { checked: 0, settled: 0 };
  // Asked about from now on at the next time only, even should this sweep fail half-way.
  for (const { record, entry } of due) {
    await writeJson(offset, storeKey.open(record.id), nextCheck(entry, offset.now()));
  }
  const { orders } = await findOrders(
    offset,
    due.map(({ record }) => record),
  );
  const found = new Map(orders);
  // Past the pages of that scan an order can still be found by its id or its user, by one call each.
  const missing = due.filter(({ record }) => !found.has(record.id)).slice(0, ONE_BY_ONE);
  for (const { record } of missing) {
    const order = (await findDirectly(offset, record)).orders.get(record.id);
    if (order) found.set(record.id, order);
  }
  let settled = 0;
  for (const order of found.values()) if (await settle(offset, order)) settled++;
  return { checked: due.length, settled };
}

async function dueOrders(offset: Offset): Promise<{ record: OrderRecord; entry: OpenEntry }[]> {
  const due: { record: OrderRecord; entry: OpenEntry }[] = [];
  for (const key of await offset.store.open()) {
    const entry = await readJson<OpenEntry>(offset, key);
    if (entry && entry.due > offset.now()) continue;
    const record = await readJson<OrderRecord>(offset, storeKey.order(key.slice(OPEN_PREFIX.length)));
    const over =
      !entry || !record || record.state !== 'pending' || offset.now() - record.created > GIVE_UP_MS;
    if (!over) due.push({ record, entry });
    else await letGo(offset, key, record);
  }
  return due;
}

async function letGo(offset: Offset, key: string, record: OrderRecord | undefined): Promise<void> {
  if (record?.state === 'pending') await writeJson(offset, storeKey.order(record.id), withoutUser(record));
  await offset.store.delete(key);
}

/**
 * Sweeps now and then, for processes that stay up. On platforms that sleep, call {@link sweep} from their scheduler.
 * @returns a function that ends it.
 */
export function startSweeping(
  offset: Offset,
  { everyMs = 30_000 }: { readonly everyMs?: number } = {},
): () => void {
  let running = false;
  const timer = setInterval(async () => {
    if (running) return;
    running = true;
    try {
      await sweep(offset);
    } catch (error) {
      offset.report(error, { operation: 'sweep' });
    } finally {
      running = false;
    }
  }, everyMs);
  // A timer of Node keeps the process alive unless told otherwise; elsewhere it is a plain number.
  if (typeof timer === 'object') (timer as { unref?(): void }).unref?.();
  return () => clearInterval(timer);
}
