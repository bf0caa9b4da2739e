import * as z from 'zod';
import { type ApiAccess, readCall, readInput } from '../http/api-call.ts';
import { respondJson } from '../http/respond.ts';
import type { Routes } from '../http/routes.ts';
import type { OrderContext } from '../orders/context.ts';
import { completeTogether } from '../orders/end/complete-together.ts';
import { failOrder } from '../orders/end/fail-order.ts';
import { showOrder } from '../orders/find.ts';
import { noSuchOrder, readOrderId } from '../orders/order-id.ts';
import { orderJson, withReceipt } from '../orders/order-json.ts';
import { Problem } from '../problem.ts';

const outcomeSchema = z.object({ outcome: z.enum(['completed', 'failed']) });

/** Extension of the sandbox: settles an order without a payment, for tests. */
export const sandboxRoutes: Routes<ApiAccess & { readonly orders: OrderContext }> = (gateway) => ({
  '/sandbox/orders/:orderId/payment': {
    async POST(context) {
      const call = await readCall(gateway, context);
      const { orders } = gateway;
      const { outcome } = readInput(context, call, outcomeSchema);
      const orderId = readOrderId(context.req.param('orderId'));
      const { merchantId } = call;
      if (outcome === 'failed') {
        const failed = await failOrder(orders, merchantId, orderId);
        return respondJson(context, JSON.stringify(await showOrder(orders, failed)));
      }
      const done = await completeTogether(orders, { merchantId, orderId });
      if (!done) throw noSuchOrder();
      if (done.order.status !== 'completed')
        throw new Problem(40902, 'The order is already settled with another outcome. Create another one.');
      // What was completed just now is in no batch of retired credits yet.
      const shown = done.isNew
        ? withReceipt(orderJson(done.order, done.parts, orders.publicUrl))
        : await showOrder(orders, done.order);
      return respondJson(context, JSON.stringify(shown));
    },
  },
});
