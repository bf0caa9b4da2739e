import type { Kysely } from 'kysely';
import { idAt } from '../store/ids.ts';
import type { RefundRow, Schema } from '../store/schema.ts';
import { DAY_MS } from '../time-span.ts';

/** How long a bounced refund is listed: staff who paid the traveller another way may not have recorded it. */
const BOUNCED_FOR_MS = 30 * DAY_MS;

/**
 * Reads refunds of a part of an order that did not reach the payer, such as to a closed account, within the last 30
 * days, oldest first. Their money is still there, and nothing of the order was refunded since, except in place of
 * others.
 * @param merchantId undefined: of every merchant.
 */
export async function findBounced(
  db: Kysely<Schema>,
  now: number,
  merchantId?: string,
): Promise<Pick<RefundRow, 'order_id'>[]> {
  return db
    .selectFrom('refunds')
    .select('order_id')
    .$if(merchantId !== undefined, (query) =>
      query
        .where('merchant_id', '=', merchantId ?? '')
        // Skips the merchant's older refunds, which cannot have bounced in these days: a bank takes weeks at most.
        .where('id', '>=', idAt('rfd', now - 2 * BOUNCED_FOR_MS)),
    )
    .where('state', '=', 'failed')
    .where('cause', 'in', ['requested', 'provider'])
    .where('paid_reference', 'is', null)
    .where('settled_at', '>', now - BOUNCED_FOR_MS)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as later')
            .select('later.id')
            .where('later.replaces', 'is', null)
            .whereRef('later.merchant_id', '=', 'refunds.merchant_id')
            .whereRef('later.order_id', '=', 'refunds.order_id')
            // A refund recorded before this one failed took other money.
            .whereRef('later.created_at', '>=', 'refunds.settled_at')
            .where('later.state', '<>', 'failed'),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.merchant_id', '=', 'refunds.merchant_id')
          .whereRef('orders.id', '=', 'refunds.order_id')
          .where(({ eb, ref }) => {
            const kept = eb('orders.amount_minor', '-', ref('orders.refunded_minor'));
            return eb(eb(kept, '-', ref('orders.refund_pending_minor')), '>=', ref('refunds.order_minor'));
          }),
      ),
    )
    .orderBy('settled_at')
    .execute();
}
