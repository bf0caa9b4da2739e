import type { Offset } from '../offset.ts';
import { boughtOf } from './finalize.ts';
import { findDirectly } from './find-order.ts';
import { type OrderRecord, storeKey, writeJson } from './record.ts';

/** For how long the retirement of a completed order is not read again, milliseconds: batches are monthly. */
const FRESH_MS = 86_400_000;

/**
 * A final order with what the service states of it today: credits that were allocated when it was paid are retired later.
 * Costs one call a day, until they are retired; where that call fails, the order is as it was.
 */
export async function withRetirement(offset: Offset, record: OrderRecord): Promise<OrderRecord> {
  const { id, state, bought, boughtRead = 0, locale } = record;
  const isOpen = bought?.retirement !== undefined && bought.retirement !== 'retired';
  if (state !== 'completed' || !isOpen || offset.now() - boughtRead < FRESH_MS) return record;
  const { order } = await (offset.statusChecks.recent(id) ?? readAnew(offset, record));
  const current = {
    ...record,
    boughtRead: offset.now(),
    ...(order && { bought: boughtOf(offset, order, locale) }),
  };
  await writeJson(offset, storeKey.order(id), current);
  return current;
}

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
