import type { TaxRule } from '../../merchants/tax.ts';
import { Problem } from '../../problem.ts';
import { mayPassOver } from '../../projects/choose-credits.ts';
import type { Stock, Stocks } from '../../projects/stock.ts';
import type { PendingLimits } from './pending-limits.ts';
import { type PendingQuotas, pendingQuotas } from './pending-quotas.ts';
import { demandOf, type PricedOrder, priceOrder, type Unpriced } from './price-order.ts';

/** Stock, rules and limits by which a batch of orders is priced. */
export interface BatchPricing {
  readonly stocks: Stocks;
  /** The tax rules of merchants whose prices are net. */
  readonly taxes: ReadonlyMap<string, TaxRule>;
  readonly limits: PendingLimits;
  /** Name of the payment provider. */
  readonly provider: string;
}

/** A priced batch: each of its orders is in exactly one of the two. */
export interface PricedBatch<T> {
  readonly orders: readonly PricedOrder[];
  readonly refused: ReadonlyMap<T, Problem>;
}

/**
 * Chooses credits for the orders of a batch and prices them, each from the stock that the preceding orders left.
 * @throws AllotmentShortError if the allotment of a merchant has to be topped up first.
 */
export async function priceBatch<T extends Unpriced>(
  drafts: readonly T[],
  { stocks, taxes, limits, provider }: BatchPricing,
): Promise<PricedBatch<T>> {
  const orders: PricedOrder[] = [];
  const refused = new Map<T, Problem>();
  const quotas = new Map<string, PendingQuotas>();
  function quotasOf(merchantId: string): PendingQuotas {
    const known = quotas.get(merchantId) ?? pendingQuotas(limits, stocks.of(merchantId));
    quotas.set(merchantId, known);
    return known;
  }
  function price(draft: T, stock: Stock): void {
    const { merchant_id } = draft.order;
    const pricing = { stock, tax: taxes.get(merchant_id), quotas: quotasOf(merchant_id), provider };
    orders.push(priceOrder(draft, pricing));
  }

  const scarce: T[] = [];
  for (const draft of drafts) {
    try {
      const stock = stocks.of(draft.order.merchant_id);
      if (mayPassOver(stock, demandOf(draft))) scarce.push(draft);
      else price(draft, stock);
    } catch (error) {
      const { code } = recordRefusal(refused, draft, error);
      if (code === 40903 || code === 40904) scarce.push(draft);
    }
  }
  // The last grams: no order is refused, or costs more, while another merchant's allotment has enough free.
  if (scarce.length > 0) await stocks.readOthers();
  for (const draft of scarce) {
    try {
      // The free grams of others may change the reason: enough is left, but at another price.
      refused.delete(draft);
      price(draft, stocks.withOthers(draft.order.merchant_id));
    } catch (error) {
      recordRefusal(refused, draft, error);
    }
  }
  stocks.requireAllotted();
  return { orders, refused };
}

/** Stores why an order is refused. @throws any error that is no {@link Problem}. */
function recordRefusal<T>(refused: Map<T, Problem>, draft: T, error: unknown): Problem {
  if (!(error instanceof Problem)) throw error;
  refused.set(draft, error);
  return error;
}
