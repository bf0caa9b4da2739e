import type { Order } from '@flight-offset/core';
import * as z from 'zod';
import { type ApiAccess, readCall, readInput } from '../http/api-call.ts';
import { respondJson } from '../http/respond.ts';
import type { Routes } from '../http/routes.ts';
import { completeTogether } from '../orders/complete-together.ts';
import type { OrderContext } from '../orders/context.ts';
import { endOrder } from '../orders/end-order.ts';
import { findOrder, showOrder } from '../orders/find.ts';
import { orderJson, withReceipt } from '../orders/order-json.ts';
import { Problem } from '../problem.ts';
import { inTransaction } from '../store/transaction.ts';

const outcomeSchema = z.object({ outcome: z.enum(['completed', 'failed']) });

/** Extension of the sandbox: settles an order without anybody paying, for tests. */
export const sandboxRoutes: Routes<ApiAccess & { readonly orders: OrderContext }> = (gateway) => ({
  '/sandbox/orders/:orderId/payment': {
    async POST(context) {
      const call = await readCall(gateway, context);
      const { orders } = gateway;
      const { outcome } = readInput(context, call, outcomeSchema);
      const orderId = context.req.param('orderId') ?? '';
      const { merchantId } = call;
      if (outcome === 'failed')
        return respondJson(context, JSON.stringify(await failOrder(orders, merchantId, orderId)));
      const done = await completeTogether(orders, { merchantId, orderId });
      if (!done) throw notFound();
      if (done.order.status !== 'completed') throw settledOtherwise();
      // What was completed just now is in no batch of retired credits yet.
      const shown = done.isNew
        ? withReceipt(orderJson(done.order, done.parts, orders.publicUrl))
        : await showOrder(orders, done.order);
      return respondJson(context, JSON.stringify(shown));
    },
  },
});

/** Fails an order; one that failed before stays as it is. */
async function failOrder(context: OrderContext, merchantId: string, orderId: string): Promise<Order> {
  const order = await findOrder(context, merchantId, orderId);
  if (!order) throw notFound();
  const failed = await inTransaction(context.db, (tx) => endOrder(tx, context, order, 'failed'));
  const now = failed ?? (await findOrder(context, merchantId, orderId));
  if (now?.status !== 'failed') throw settledOtherwise();
  return showOrder(context, now);
}

function notFound(): Problem {
  return new Problem(40402, 'there is no order with this identifier; check it and the key');
}

function settledOtherwise(): Problem {
  return new Problem(40902, 'the order is already settled, otherwise; create another one');
}
