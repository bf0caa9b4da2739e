import * as z from 'zod';
import { type ApiAccess, readCall, readInput } from '../http/api-call.ts';
import type { Routes } from '../http/routes.ts';
import type { OrderContext } from '../orders/context.ts';
import { expireOrders } from '../orders/end/expire.ts';
import type { Clock } from './clock.ts';

const advanceSchema = z.object({ advance_seconds: z.int().min(0).max(31_536_000) });

/** Extension of the sandbox: moves the clock of this process, so that tests need not wait for an order to expire. */
export const clockRoutes: Routes<ApiAccess & { readonly orders: OrderContext; readonly clock: Clock }> = (
  gateway,
) => ({
  '/sandbox/clock': {
    async POST(context) {
      const call = await readCall(gateway, context);
      const { advance_seconds } = readInput(context, call, advanceSchema);
      gateway.clock.advance(advance_seconds * 1000);
      while ((await expireOrders(gateway.orders)) > 0);
      return context.json({ now: new Date(gateway.clock.now()).toISOString() });
    },
  },
});
