import * as z from 'zod';
import { type ApiAccess, readCall, readInput } from '../http/api-call.ts';
import type { Routes } from '../http/routes.ts';
import type { OrderContext } from '../orders/context.ts';
import { endOrder } from '../orders/end-order.ts';
import { findOrder, showOrder } from '../orders/find.ts';
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
      const order = await findOrder(orders, call.merchantId, context.req.param('orderId') ?? '');
      if (!order) throw new Problem(40402, 'there is no order with this identifier; check it and the key');
      const settled = await inTransaction(orders.db, (tx) => endOrder(tx, orders, order.id, outcome));
      if (!settled && (await findOrder(orders, call.merchantId, order.id))?.status !== outcome) {
        throw new Problem(40902, 'the order is already settled, otherwise; create another one');
      }
      return context.json(
        await showOrder(orders, settled ?? { ...order, status: outcome, payment_status: outcome }),
      );
    },
  },
});
