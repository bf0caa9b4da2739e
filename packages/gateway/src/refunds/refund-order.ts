import { createHash } from 'node:crypto';
import type { CreateRefund } from '@flight-offset/core';
import type { Actor } from '../audit/actor.ts';
import { type Claim, type Idempotency, respondOnce } from '../idempotency/claim-idempotency-keys.ts';
import type { OrderContext } from '../orders/context.ts';
import { findOrderKey, lockOrder, type OrderKey } from '../orders/end/lock-orders.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import type { OrderRow, RefundRow } from '../store/schema.ts';
import { inTransaction, type Tx } from '../store/transaction.ts';
import { auditRefundRequest } from './audit-refund-request.ts';
import { leftOf } from './left-to-refund.ts';
import { findRefundByKey, refundPart } from './request-refund.ts';
import { refundUnkept } from './unkept.ts';

/** Nothing of an order can be refunded. */
export class NothingToRefundError extends Error {
  override readonly name = 'NothingToRefundError';
  readonly code = 'nothing_to_refund';
}

/** A refund that staff requests. */
export interface StaffRefund {
  /** Undefined: only money that was not kept. */
  readonly part: CreateRefund | undefined;
  /** Key of the request: a repeat with the same key refunds nothing more. */
  readonly once?: string | undefined;
  /** Who refunds it, for the audit log. */
  readonly by?: Actor | undefined;
}

/** The key has several lines, which the API accepts from no merchant: so the two never collide. */
function keyOf(order: OrderKey, { once, part }: StaffRefund): Omit<Claim, 'response'> | undefined {
  if (once === undefined) return undefined;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(part ?? 'surplus'))
    .digest('hex');
  return { merchantId: order.merchant_id, key: ['command refund', order.id, once].join('\n'), bodyHash };
}

/**
 * Records refunds of an order by staff: of money that was not kept, and of a part of the order or all that is left of
 * it. A serving process sends them to the provider.
 * @returns the refunds; for a repeat, the current state of the first call's.
 * @throws NothingToRefundError; Problem 40907 if the part is more than is left, 42202 if `once` was used for another
 * refund.
 */
export async function refundOrder(
  context: OrderContext,
  orderId: string,
  refund: StaffRefund,
): Promise<RefundRow[]> {
  return inTransaction(context.db, async (tx) => {
    const key = await findOrderKey(tx, orderId);
    const order = key && (await lockOrder(tx, context, key));
    if (!order) throw new NothingToRefundError(`There is no order ${orderId}.`);
    const once = keyOf(order, refund);
    const { body } = await respondOnce(tx, once, context.now, {
      async doneBefore() {
        const made = once && (await findRefundByKey(tx, order, once));
        return made && JSON.stringify([made.id]);
      },
      async work() {
        const recorded = await recordAll(tx, context, order, { part: refund.part, once });
        for (const one of recorded) await auditRefundRequest(tx, refund.by, one);
        return JSON.stringify(recorded.map(({ id }) => id));
      },
    });
    const ids = new Set<string>(JSON.parse(body));
    return (await refundsOfOrder(tx, order)).filter(({ id }) => ids.has(id));
  });
}

/** @param order held by the transaction. */
async function recordAll(
  tx: Tx,
  context: OrderContext,
  order: OrderRow,
  { part, once }: { readonly part: StaffRefund['part']; readonly once: Idempotency | undefined },
): Promise<RefundRow[]> {
  const recorded = await refundUnkept(tx, context, order);
  const left = leftOf(order, await refundsOfOrder(tx, order));
  if (part && order.status === 'completed' && left.minor > 0) {
    recorded.push(await refundPart(tx, context, order, { input: part, key: once }));
  } else if (recorded.length === 0) {
    const why =
      order.status === 'completed' ? 'all of it is refunded, disputed or free' : `it is ${order.status}`;
    const nothing = part
      ? `Nothing of ${order.id} is left to refund: ${why}.`
      : `All money that came in for ${order.id} pays for it or is refunded.`;
    throw new NothingToRefundError(nothing);
  }
  return recorded;
}
