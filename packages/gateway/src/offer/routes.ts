import { offerQuerySchema } from '@flight-offset/core';
import { type ApiAccess, readCall } from '../http/api-call.ts';
import { parseQuery } from '../http/query.ts';
import type { Routes } from '../http/routes.ts';
import type { OrderContext } from '../orders/context.ts';
import { readOffer } from './offer.ts';

/** Extension: the current offer. */
export const offerRoutes: Routes<ApiAccess & { readonly orders: OrderContext }> = (gateway) => ({
  '/offset-gateway/offer': {
    async GET(context) {
      const { merchantId } = await readCall(gateway, context);
      const { currency } = parseQuery(offerQuerySchema, context.req.url);
      return context.json(await readOffer(gateway.orders, merchantId, currency));
    },
  },
});
