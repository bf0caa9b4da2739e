import type { Kysely } from 'kysely';
import type { RefundRow, Schema } from '../store/schema.ts';
import { DAY_MS } from '../time-span.ts';

/** How long money that was returned twice is listed: the gateway does not record how that was settled. */
const LISTED_FOR_MS = 30 * DAY_MS;

/**
 * Finds the orders of payments of which completed refunds and lost disputes took more than came in, the last of them
 * within the last 30 days.
 */
export async function findExceeded(db: Kysely<Schema>, now: number): Promise<Pick<RefundRow, 'order_id'>[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.merchant_id', '=', 'refunds.merchant_id')
        .onRef('payments.id', '=', 'refunds.payment_id')
        .onRef('payments.received_currency', '=', 'refunds.currency'),
    )
    .select('payments.order_id')
    .where('refunds.state', '=', 'completed')
    .where('payments.state', '=', 'captured')
    .groupBy(['payments.merchant_id', 'payments.id', 'payments.order_id', 'payments.received_minor'])
    .having(({ eb, fn }) => eb(fn.max('settled_at'), '>', now - LISTED_FOR_MS))
    .having(({ eb, fn, ref }) => eb(fn.sum('refunds.amount_minor'), '>', ref('payments.received_minor')))
    .orderBy('payments.order_id')
    .execute();
}

/**
 * Finds the orders of which Razorpay reports a lost dispute and, not before that dispute, a refund of the same amount
 * that names no refund of the gateway: probably its own refund of that dispute.
 * @see https://razorpay.com/docs/payments/refunds/auto-refunds
 */
export async function findDoubledDisputes(
  db: Kysely<Schema>,
  now: number,
): Promise<Pick<RefundRow, 'order_id'>[]> {
  return (
    db
      .selectFrom('refunds as dispute')
      .innerJoin('refunds as made', (join) =>
        join
          .onRef('made.merchant_id', '=', 'dispute.merchant_id')
          .onRef('made.payment_id', '=', 'dispute.payment_id')
          .onRef('made.currency', '=', 'dispute.currency')
          .onRef('made.amount_minor', '=', 'dispute.amount_minor'),
      )
      .select('dispute.order_id')
      .distinct()
      .where('dispute.provider', '=', 'razorpay')
      .where('dispute.cause', '=', 'dispute')
      .where('dispute.state', '=', 'completed')
      .where('made.cause', '=', 'provider')
      .where('made.state', '<>', 'failed')
      // Without their events, both are recorded within an hour, in any order.
      .where(({ eb, ref }) => eb(eb('made.created_at', '+', DAY_MS), '>=', ref('dispute.created_at')))
      .where(({ eb, or }) =>
        or([
          eb('dispute.settled_at', '>', now - LISTED_FOR_MS),
          eb('made.created_at', '>', now - LISTED_FOR_MS),
        ]),
      )
      .orderBy('dispute.order_id')
      .execute()
  );
}
