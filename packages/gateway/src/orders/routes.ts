import { createOrderSchema, orderListQuerySchema } from '@flight-offset/core';
import type { Context } from 'hono';
import { type ApiAccess, readCall, readInput, withKnownKey } from '../http/api-call.ts';
import type { Env } from '../http/env.ts';
import { parseQuery } from '../http/query.ts';
import { respondJson } from '../http/respond.ts';
import type { Routes } from '../http/routes.ts';
import { readIdempotency } from '../idempotency/idempotency-key.ts';
import { Problem } from '../problem.ts';
import type { OrderRow } from '../store/schema.ts';
import { checkTarget, TargetError, type TargetPolicy } from '../webhooks/target.ts';
import type { OrderContext } from './context.ts';
import { createOrder } from './create.ts';
import { findOrder, listOrders, showOrder, showStatus } from './find.ts';
import { noSuchOrder, readOrderId } from './order-id.ts';

/** @throws Problem 40002 if no webhook would ever be sent to this address. */
function requireTarget(callbackUrl: string | undefined, policy: TargetPolicy): void {
  if (callbackUrl === undefined) return;
  try {
    checkTarget(callbackUrl, policy);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw new Problem(40002, error.message);
  }
}

/** Create, list and (extensions) show one order and its status. */
export const orderRoutes: Routes<ApiAccess & { readonly orders: OrderContext }> = (gateway) => {
  async function requireOwnOrder(context: Context<Env>): Promise<OrderRow> {
    const { merchantId } = await readCall(gateway, context);
    const row = await findOrder(gateway.orders, merchantId, readOrderId(context.req.param('orderId')));
    if (!row) throw noSuchOrder();
    return row;
  }

  return {
    '/offset-gateway/orders': {
      async GET(context) {
        const { merchantId } = await readCall(gateway, context);
        const query = parseQuery(orderListQuerySchema, context.req.url);
        return respondJson(context, JSON.stringify(await listOrders(gateway.orders, merchantId, query)));
      },
      POST: (context) =>
        withKnownKey(gateway, context, async (call) => {
          const idempotency = readIdempotency(context.req.raw.headers, call.body);
          const input = readInput(context, call, createOrderSchema);
          requireTarget(input.callback_url, gateway.orders.webhookTargets);
          const { merchantId, keyToCheck } = call;
          const created = await createOrder(gateway.orders, merchantId, input, { idempotency, keyToCheck });
          const { body, replayed } = created;
          return respondJson(context, body, 201, replayed ? { 'Idempotent-Replayed': 'true' } : undefined);
        }),
    },
    '/offset-gateway/orders/:orderId': {
      async GET(context) {
        const row = await requireOwnOrder(context);
        return respondJson(context, JSON.stringify(await showOrder(gateway.orders, row)));
      },
    },
    '/offset-gateway/orders/:orderId/status': {
      async GET(context) {
        const row = await requireOwnOrder(context);
        return respondJson(context, JSON.stringify(await showStatus(gateway.orders, row)));
      },
    },
  };
};
