import { fromMinorUnits, type Offer } from '@flight-offset/core';
import * as z from 'zod';
import type { Gateway } from '../gateway-context.ts';
import { readCall } from '../http/api-call.ts';
import { Problem } from '../http/problem.ts';
import { parseQuery } from '../http/query.ts';
import type { Routes } from '../http/routes.ts';
import { projectJson } from '../orders/order-json.ts';
import { pendingQuota, readHeld } from '../orders/pending-limits.ts';
import { readAllowance } from '../settlement/allowance.ts';
import { grossPrice, readTaxRules } from '../settlement/tax.ts';
import { readStock } from './allocate.ts';

const querySchema = z.object({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as EUR')
    .default('INR'),
});

/** Extension fields of a create which this service understands. */
const EXTENSIONS = ['currency', 'expected_price', 'reference', 'variant', 'metadata'];

/** What a merchant's next order would buy. @throws Problem 40903 where nothing is left to buy. */
async function readOffer({ orders }: Gateway, merchantId: string, currency: string): Promise<Offer> {
  const { db, now, policy, limits } = orders;
  const [stock, held, taxes, merchant] = await Promise.all([
    readStock(db.reader, now(), policy),
    readHeld(db.reader, db.engine, [merchantId]),
    readTaxRules(db.reader),
    readAllowance(db.reader, db.engine, [merchantId]),
  ]);
  const next = stock.next(currency);
  if (!next) throw new Problem(40903, 'no project with credits left is on sale; try later');
  const perTonne = grossPrice(next.offered.perTonne, taxes.get(merchantId));
  return {
    price_per_tonne: fromMinorUnits(perTonne, currency),
    currency,
    currencies: [...stock.currencies],
    project: projectJson(next.offered.project),
    available: Math.min(next.free, pendingQuota(limits, held, stock.unsold).left(merchantId)),
    extensions: merchant.permits(merchantId, currency) ? [...EXTENSIONS, 'confirm'] : EXTENSIONS,
  };
}

/** Extension: what a new order would buy now. */
export const offerRoutes: Routes = (gateway) => ({
  '/offset-gateway/offer': {
    async GET(context) {
      const { merchantId } = await readCall(gateway, context);
      const { currency } = parseQuery(querySchema, context.req.url);
      return context.json(await readOffer(gateway, merchantId, currency));
    },
  },
});
