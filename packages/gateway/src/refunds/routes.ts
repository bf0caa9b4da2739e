import { createHash } from 'node:crypto';
import { createRefundSchema, type RefundList } from '@flight-offset/core';
import { type ApiAccess, readCall, readInput } from '../http/api-call.ts';
import { respondJson } from '../http/respond.ts';
import type { Routes } from '../http/routes.ts';
import type { Idempotency } from '../idempotency/claim-idempotency-keys.ts';
import { readIdempotency } from '../idempotency/idempotency-key.ts';
import type { OrderContext } from '../orders/context.ts';
import { findOrder } from '../orders/find.ts';
import { noSuchOrder, readOrderId } from '../orders/order-id.ts';
import { refundsOfOrder } from '../orders/refunds-of-order.ts';
import { refundJson } from './refund-json.ts';
import { requestRefund } from './request-refund.ts';

/** Binds an idempotency key to its order too: the same body may refund another order. */
function bindToOrder(idempotency: Idempotency | undefined, orderId: string): Idempotency | undefined {
  if (!idempotency) return undefined;
  const { key, bodyHash } = idempotency;
  return { key, bodyHash: createHash('sha256').update(`refund ${orderId} ${bodyHash}`).digest('hex') };
}

/** Extension: refunds of an order. */
export const refundRoutes: Routes<ApiAccess & { readonly orders: OrderContext }> = (gateway) => {
  const { orders } = gateway;
  return {
    '/offset-gateway/orders/:orderId/refunds': {
      async GET(context) {
        const { merchantId } = await readCall(gateway, context);
        const order = await findOrder(orders, merchantId, readOrderId(context.req.param('orderId')));
        if (!order) throw noSuchOrder();
        const list: RefundList = {
          refunds: (await refundsOfOrder(orders.db.reader, order)).map(refundJson),
        };
        return respondJson(context, JSON.stringify(list));
      },
      async POST(context) {
        const call = await readCall(gateway, context, { signature: true });
        const idempotency = readIdempotency(context.req.raw.headers, call.body);
        const input = readInput(context, call, createRefundSchema);
        const orderId = readOrderId(context.req.param('orderId'));
        const { body, replayed } = await requestRefund(orders, call.merchantId, orderId, {
          input,
          idempotency: bindToOrder(idempotency, orderId),
          by: { channel: 'api', id: call.key.id },
        });
        return respondJson(context, body, 201, replayed ? { 'Idempotent-Replayed': 'true' } : {});
      },
    },
  };
};
