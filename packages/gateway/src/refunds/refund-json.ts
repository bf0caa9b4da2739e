import type { Refund } from '@flight-offset/core';
import type { RefundRow } from '../store/schema.ts';

/** Formats a refund as the interface's extension shows it. */
export function refundJson(row: RefundRow): Refund {
  return {
    refund_id: row.id,
    order_id: row.order_id,
    cause: row.cause,
    status: row.state,
    amount: { currency: row.currency, amount_minor: row.amount_minor },
    grams: row.grams,
    credits: row.credits,
    reason: row.reason,
    ...(row.transaction_id === null ? {} : { transaction_id: row.transaction_id }),
    created_at: new Date(row.created_at).toISOString(),
    ...(row.settled_at === null ? {} : { settled_at: new Date(row.settled_at).toISOString() }),
  };
}
