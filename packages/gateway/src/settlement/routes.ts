import { cancelOrderSchema, confirmOrderSchema } from '@flight-offset/core';
import { type ApiAccess, readCall, readInput, withKnownKey } from '../http/api-call.ts';
import { respondJson } from '../http/respond.ts';
import type { Routes } from '../http/routes.ts';
import { readIdempotency } from '../idempotency/idempotency-key.ts';
import type { OrderContext } from '../orders/context.ts';
import { failOrder } from '../orders/end/fail-order.ts';
import { showOrder } from '../orders/find.ts';
import { readOrderId } from '../orders/order-id.ts';
import { orderJson, withReceipt } from '../orders/order-json.ts';
import { confirmOrder } from './confirm.ts';

/**
 * Extensions: completes an order that the merchant collected the money for, and cancels a pending one. Both are
 * idempotent by themselves; an `Idempotency-Key` is checked, but does not have to be stored.
 */
export const settlementRoutes: Routes<ApiAccess & { readonly orders: OrderContext }> = (gateway) => ({
  '/offset-gateway/orders/:orderId/confirm': {
    POST: (context) =>
      withKnownKey(gateway, context, async (call) => {
        readIdempotency(context.req.raw.headers, call.body);
        const { reference } = readInput(context, call, confirmOrderSchema);
        const orderId = readOrderId(context.req.param('orderId'));
        const { merchantId, keyToCheck } = call;
        const { orders } = gateway;
        const { order, parts } = await confirmOrder(orders, { merchantId, orderId, reference, keyToCheck });
        return respondJson(context, JSON.stringify(withReceipt(orderJson(order, parts, orders.publicUrl))));
      }),
  },
  '/offset-gateway/orders/:orderId/cancel': {
    async POST(context) {
      const call = await readCall(gateway, context, { signature: true });
      readIdempotency(context.req.raw.headers, call.body);
      readInput(context, call, cancelOrderSchema);
      const orderId = readOrderId(context.req.param('orderId'));
      const order = await failOrder(gateway.orders, call.merchantId, orderId);
      return respondJson(context, JSON.stringify(await showOrder(gateway.orders, order)));
    },
  },
});
