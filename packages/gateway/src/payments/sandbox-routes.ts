import * as z from 'zod';
import { authenticate } from '../credentials/authenticate.ts';
import { type ApiAccess, readInput, withKnownKey } from '../http/api-call.ts';
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
    POST: (context) =>
      withKnownKey(
        gateway,
        context,
        async (call) => {
          const { orders, credentials } = gateway;
          const { outcome } = readInput(context, call, outcomeSchema);
          const orderId = readOrderId(context.req.param('orderId'));
          if (outcome === 'failed') {
            // For an order that has ended, no transaction checks whether the credential is live.
            const { merchant_id } = await authenticate(credentials, context.req.raw.headers);
            const failed = await failOrder(orders, merchant_id, orderId);
            return respondJson(context, JSON.stringify(await showOrder(orders, failed)));
          }
          const { merchantId, keyToCheck } = call;
          const done = await completeTogether(orders, { merchantId, orderId, keyToCheck });
          if (!done) throw noSuchOrder();
          if (done.order.status !== 'completed')
            throw new Problem(
              40902,
              'The order is already settled with another outcome. Create another one.',
            );
          // An order completed just now is in no batch of retired credits yet.
          const shown = done.isNew
            ? withReceipt(orderJson(done.order, done.parts, orders.publicUrl))
            : await showOrder(orders, done.order);
          return respondJson(context, JSON.stringify(shown));
        },
        {},
      ),
  },
});
