import type { Offset } from '../offset.ts';
import { findDirectly } from './find-order.ts';
import { boughtOf } from './read-order.ts';
import { type OrderRecord, storeKey, writeJson } from './record.ts';

/** For how long the retirement of a completed order is not read again, milliseconds: batches are monthly. */
const FRESH_MS = 86_400_000;

/**
 * A final order with what the service states of it today: credits are retired later, or refunded. Costs one call a day until
 * they are retired, and one after {@link readSoon}; where it fails, the order is as it was.
 */
export async function refreshed(offset: Offset, record: OrderRecord): Promise<OrderRecord> {
  const { id, state, bought, boughtRead = 0 } = record;
  const isRead = bought?.retirement === 'retired' || offset.now() - boughtRead < FRESH_MS;
  if (state !== 'completed' || (boughtRead && isRead)) return record;
  const recent = offset.statusChecks.recent(id);
  const { order } = await (recent ?? readAnew(offset, record));
  // While a refund is pending, or where what was to be read soon was not.
  const readAgain = order ? order.refund_pending : !boughtRead;
  const current = {
    ...record,
    boughtRead: readAgain ? 0 : offset.now(),
    ...(order && { bought: boughtOf(offset, order, record) }),
  };
  // A check from a moment ago may be older than the refund.
  if (!recent) await writeJson(offset, storeKey.order(id), current);
  return current;
}

/** Has the next poll read a final order at the service. */
export const readSoon = (offset: Offset, record: OrderRecord): Promise<void> =>
  writeJson(offset, storeKey.order(record.id), { ...record, boughtRead: 0 });

function readAnew(offset: Offset, record: OrderRecord): ReturnType<Offset['statusChecks']['run']> {
  return offset.statusChecks.run(record.id, async () => {
    try {
      const { orders, calls } = await findDirectly(offset, record);
      return { order: orders.get(record.id), finalized: true, calls };
    } catch (error) {
      offset.report(error, { operation: 'orderStatus' });
      return { order: undefined, finalized: true, calls: 1 };
    }
  });
}
