import type { Offset } from '../offset.ts';
import type { Checked } from '../service/status-checks.ts';
import { findByIdOrUser } from './find-order.ts';
import { deleteWhere, tryLease } from './lease.ts';
import { boughtOf, stateOf } from './read-order.ts';
import { type OrderRecord, readJson, readText, storeKey, writeJson } from './record.ts';

/** How long the retirement of a completed order is not read again, milliseconds: batches are monthly. */
const FRESH_MS = 86_400_000;

/** How long a read may take before another process reads too, seconds. */
const READING_SECONDS = 60;

/**
 * Returns a final order with the service's current details: credits are retired later, or refunded. Costs one call a
 * day until they are retired, and one after {@link markForRefresh}; if it fails, the order is unchanged.
 */
export async function refreshOrder(offset: Offset, record: OrderRecord): Promise<OrderRecord> {
  const { id, state, bought, boughtRead = 0 } = record;
  if (state !== 'completed') return record;
  const isRead = bought?.retirement === 'retired' || offset.now() - boughtRead < FRESH_MS;
  const mark = await readText(offset, storeKey.refreshMark(id));
  if (boughtRead && isRead && mark === undefined) return record;
  const checks = offset.statusChecks;
  const recent = checks.recent(id);
  // The recent check may have failed, or be older than a refund.
  const last = recent && (await recent.catch(() => ({ order: undefined, mark })));
  const { order } =
    last && (!mark || last.mark === mark)
      ? last
      : await checks.run(id, () => readAndStoreOrder(offset, record, mark));
  return order && stateOf(order) === state ? { ...record, bought: boughtOf(offset, order, record) } : record;
}

/** Makes the next poll read an order at the service once it is final, even if a read is in progress. */
export const markForRefresh = (offset: Offset, orderId: string): Promise<void> =>
  writeJson(offset, storeKey.refreshMark(orderId), crypto.randomUUID());

/**
 * Reads an order and writes the result, one process at a time: an older response must not overwrite a newer one.
 * @param mark of {@link markForRefresh}, from before the read: the mark of a later refund stays.
 */
async function readAndStoreOrder(
  offset: Offset,
  record: OrderRecord,
  mark: string | undefined,
): Promise<Checked> {
  const { id } = record;
  const taken = await tryLease(offset, storeKey.reading(id), READING_SECONDS, async (isOver) => {
    const { order, calls } = await readOrder(offset, record);
    const known = (await readJson<OrderRecord>(offset, storeKey.order(id))) ?? record;
    // While a refund is pending, or if a read that was requested failed.
    const isDue = order ? order.refund_pending : !known.boughtRead;
    const bought = order ? boughtOf(offset, order, record) : known.bought;
    if (isOver()) return undefined;
    await writeJson(offset, storeKey.order(id), { ...known, bought, boughtRead: isDue ? 0 : offset.now() });
    if (order && mark !== undefined) await deleteWhere(offset, storeKey.refreshMark(id), mark);
    return { order, finalized: true, calls, mark };
  });
  return taken?.result ?? { order: undefined, finalized: true, calls: 0 };
}

async function readOrder(offset: Offset, record: OrderRecord): Promise<Omit<Checked, 'finalized'>> {
  try {
    const { orders, calls } = await findByIdOrUser(offset, record);
    return { order: orders.get(record.id), calls };
  } catch (error) {
    offset.report(error, { operation: 'orderStatus' });
    return { order: undefined, calls: 1 };
  }
}
