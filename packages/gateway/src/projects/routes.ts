import { fromMinorUnits, type Offer } from '@flight-offset/core';
import type { Gateway } from '../gateway-context.ts';
import { readCall } from '../http/api-call.ts';
import { Problem } from '../http/problem.ts';
import type { Routes } from '../http/routes.ts';
import { projectJson } from '../orders/order-json.ts';
import { pendingQuota, readHeld } from '../orders/pending-limits.ts';
import { readStock } from './allocate.ts';

/** Extension fields of a create which this service understands. */
const EXTENSIONS = ['expected_price'];

/** What a merchant's next order would buy. @throws Problem 40903 where nothing is left to buy. */
async function readOffer({ orders }: Gateway, merchantId: string): Promise<Offer> {
  const { db, now, policy, limits } = orders;
  const [stock, held] = await Promise.all([
    readStock(db.reader, now(), policy),
    readHeld(db.reader, db.engine, [merchantId]),
  ]);
  if (!stock.next) throw new Problem(40903, 'no project with credits left is on sale; try later');
  const { offered, free } = stock.next;
  return {
    price_per_tonne: fromMinorUnits(offered.perTonne, 'INR'),
    currency: 'INR',
    project: projectJson(offered.project),
    available: Math.min(free, pendingQuota(limits, held, stock.unsold).left(merchantId)),
    extensions: EXTENSIONS,
  };
}

/** Extension: what a new order would buy now. */
export const offerRoutes: Routes = (gateway) => ({
  '/offset-gateway/offer': {
    async GET(context) {
      const { merchantId } = await readCall(gateway, context);
      return context.json(await readOffer(gateway, merchantId));
    },
  },
});
