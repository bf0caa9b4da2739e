import { fromMinorUnits, type Offer } from '@flight-offset/core';
import { readCall } from '../http/api-call.ts';
import { Problem } from '../http/problem.ts';
import type { Routes } from '../http/routes.ts';
import { projectJson } from '../orders/order-json.ts';
import { projectsOnSale } from './allocate.ts';

/** Extension: what a new order would buy now. */
export const offerRoutes: Routes = (gateway) => ({
  '/offset-gateway/offer': {
    async GET(context) {
      await readCall(gateway, context);
      const { db, now, policy } = gateway.orders;
      const [first] = await projectsOnSale(db.reader, now(), policy);
      if (!first) throw new Problem(40903, 'no project is on sale now; try later');
      const offer: Offer = {
        price_per_tonne: fromMinorUnits(first.perTonne, 'INR'),
        currency: 'INR',
        project: projectJson(first.project),
      };
      return context.json(offer);
    },
  },
});
