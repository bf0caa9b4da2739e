import type { OrderExportQuery } from '@flight-offset/core';
import { DAY_MS } from '../../time-span.ts';
import type { ReadPage } from './export-csv.ts';

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * Maximum time between the expiry of an order and its settlement, milliseconds. A payment that is processing adds three
 * days; the rest is for a gateway that was not running, and for orders created while the time to pay was longer.
 */
const SETTLED_WITHIN_MS = 90 * DAY_MS;

/** Margin for a clock that was set back: an order may seem settled before it was created. */
const CLOCK_MS = DAY_MS;

/**
 * Reads a merchant's orders, oldest first. The index is on the time of creation: bounds on that time keep an export of
 * one month from reading all orders ever created.
 * @param ttlMs time to pay an order, milliseconds.
 */
export function oldestFirst(
  merchantId: string,
  { status, from, to }: OrderExportQuery,
  ttlMs: number,
): ReadPage {
  return ({ reader }, after, limit) => {
    let query = reader.selectFrom('orders').selectAll().where('merchant_id', '=', merchantId);
    if (status !== undefined) query = query.where('status', '=', status);
    if (from !== undefined) {
      const at = timeOf(from);
      query = query.where('settled_at', '>=', at).where('created_at', '>=', at - ttlMs - SETTLED_WITHIN_MS);
    }
    if (to !== undefined) {
      const at = timeOf(to);
      query = query.where('settled_at', '<', at).where('created_at', '<', at + CLOCK_MS);
    }
    if (after) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '>', tuple(after.created_at, after.id)),
      );
    }
    return query.orderBy('created_at').orderBy('id').limit(limit).execute();
  };
}
