import type { CreateRefund } from '@flight-offset/core';
import type { Actor } from '../audit/actor.ts';
import type { OrderContext } from '../orders/context.ts';
import { findOrderKey, lockOrder } from '../orders/end/lock-orders.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import type { RefundRow } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';
import { auditRefundRequest } from './audit-refund-request.ts';
import { leftOf } from './left-to-refund.ts';
import { refundPart } from './request-refund.ts';
import { refundUnkept } from './unkept.ts';

/** Why nothing of an order is refunded. */
export class NothingToRefundError extends Error {
  override readonly name = 'NothingToRefundError';
  readonly code = 'nothing_to_refund';
}

/**
 * Records what staff refunds of an order: money that was not kept, and a part of the order or all that is left of it.
 * A serving process sends it to the provider.
 * @param part undefined: of the order itself nothing.
 * @param by who refunds it, for the audit log.
 * @throws NothingToRefundError; Problem 40907 where the part is more than is left.
 */
export async function refundOrder(
  context: OrderContext,
  orderId: string,
  part: CreateRefund | undefined,
  by?: Actor,
): Promise<RefundRow[]> {
  return inTransaction(context.db, async (tx) => {
    const key = await findOrderKey(tx, orderId);
    const order = key && (await lockOrder(tx, context, key));
    if (!order) throw new NothingToRefundError(`There is no order ${orderId}.`);
    const recorded = await refundUnkept(tx, context, order);
    const left = leftOf(order, await refundsOfOrder(tx, order));
    if (part && order.status === 'completed' && left.minor > 0) {
      recorded.push(await refundPart(tx, context, order, part));
    } else if (recorded.length === 0) {
      const why =
        order.status === 'completed' ? 'all of it is refunded, disputed or free' : `it is ${order.status}`;
      const nothing = part
        ? `Nothing of ${orderId} is left to refund: ${why}.`
        : `All money that came in for ${orderId} pays for it or is refunded.`;
      throw new NothingToRefundError(nothing);
    }
    for (const refund of recorded) await auditRefundRequest(tx, by, refund);
    return recorded;
  });
}
