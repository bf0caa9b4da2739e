import * as z from 'zod';
import { type ApiAccess, readCall, readInput } from '../http/api-call.ts';
import type { Routes } from '../http/routes.ts';
import { completeTogether } from '../orders/complete-together.ts';
import type { OrderContext } from '../orders/context.ts';
import { endOrder } from '../orders/end-order.ts';
import { findOrder, showOrder } from '../orders/find.ts';
import { Problem } from '../problem.ts';
import type { OrderRow } from '../store/schema.ts';
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
      const order = await (outcome === 'completed'
        ? completeTogether(orders, { merchantId, orderId })
        : failOrder(orders, merchantId, orderId));
      if (!order) throw new Problem(40402, 'there is no order with this identifier; check it and the key');
      if (order.status !== outcome)
        throw new Problem(40902, 'the order is already settled, otherwise; create another one');
      return context.json(await showOrder(orders, order));
    },
  },
});

/** Fails an order, unless it is settled. @returns the order as it now is; undefined where the merchant has no such order. */
async function failOrder(
  context: OrderContext,
  merchantId: string,
  orderId: string,
): Promise<OrderRow | undefined> {
  const order = await findOrder(context, merchantId, orderId);
  if (order?.status !== 'pending') return order;
  const failed = await inTransaction(context.db, (tx) => endOrder(tx, context, order, 'failed'));
  return failed ?? findOrder(context, merchantId, orderId);
}
